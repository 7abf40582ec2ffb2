"""How somebody gets in: the owner's password, a one-time code or link for a device, a token for an overlay.

Who is in stays in by a cookie that holds a random secret; only its hash is known here, so it can be taken back at any
time. A network address never opens a door. Wrong codes are counted for everybody together, so guessing stays hopeless,
while links, passwords and devices that are in already go on working under an attack.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from werkzeug.security import check_password_hash, generate_password_hash

from paizhuo.rules.errors import TableError
from paizhuo.web_ui.access import Access, Visitor
from paizhuo.web_ui.delay import Delay
from paizhuo.web_ui.keep import Device, Keep, Kept, OverlayToken
from paizhuo.web_ui.settings import PageSettings

CODE_LIFE = 600.0
CODE_DIGITS = 6
GUESSES_PER_HOUR = 10
HOUR = 3600.0
SESSION_LIFE = 12 * HOUR
IDLE_LIFE = 2 * HOUR
PASSWORD_BYTES = 12
LEAST_PASSWORD = 12


class RefusedError(TableError):
    """Raised when a password, code, link or token does not open; ``code`` is the message's code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Invitation:
    """A way in for one device: a short code to type and a long secret for a link, either works once."""

    access: Access
    name: str
    code: str
    secret: str
    until: float


@dataclass(frozen=True, slots=True)
class _Session:
    visitor: Visitor
    begun: float
    used: float


class Doors:
    """All doors of one app. ``clock`` is monotonic, so a jump of the wall clock neither ends nor revives anything."""

    def __init__(self, keep: Keep, settings: PageSettings, clock: Callable[[], float]) -> None:
        self._keep = keep
        self._settings = settings
        self._clock = clock
        self._lock = threading.Lock()
        self._sessions: dict[str, _Session] = {}
        self._invitations: list[Invitation] = []
        self._guesses: list[float] = [clock()] * len(keep.now.failures)
        self._first_password = ""
        if settings.keep is not None and not keep.now.password:
            self._first_password = secrets.token_urlsafe(PASSWORD_BYTES)
            self.set_password(self._first_password)

    @property
    def first_password(self) -> str:
        """Give the owner's password if it was made in this run, else an empty text. Shown once, at the console."""
        return self._first_password

    @property
    def kept(self) -> Kept:
        """Give what is kept; of devices and tokens, those of this table: the file may serve several."""
        kept, own = self._keep.now, self._settings.table_id
        return replace(
            kept,
            devices=tuple(each for each in kept.devices if each.table in (None, own)),
            overlays=tuple(each for each in kept.overlays if each.table == own),
        )

    def who(self, secret: str | None) -> Visitor:
        """Give the visitor whose cookie holds ``secret``; without a valid one, whoever has not signed in."""
        nobody = Visitor(self._settings.open_access, id="open")
        if not secret:
            return nobody
        known = _hash(secret)
        with self._lock:
            session = self._sessions.get(known)
            if session is not None:
                now = self._clock()
                if now - session.begun > SESSION_LIFE or now - session.used > IDLE_LIFE:
                    del self._sessions[known]
                    return nobody
                self._sessions[known] = replace(session, used=now)
                return session.visitor
        device = next((each for each in self.kept.devices if hmac.compare_digest(each.hash, known)), None)
        if device is None:
            return nobody
        return Visitor(device.access, device.name, device.table, device.id)

    def enter(self, password: str) -> str:
        """Sign the owner in; gives the secret for the cookie. Raises ``RefusedError``."""
        kept = self.kept.password or _nobodys_hash()
        if not check_password_hash(kept, password) or not self.kept.password:
            raise RefusedError("error.wrong_password")
        secret = secrets.token_urlsafe(32)
        now = self._clock()
        visitor = Visitor(Access.ADMIN, "", None, "owner-" + secrets.token_hex(4))
        with self._lock:
            self._sessions[_hash(secret)] = _Session(visitor, now, now)
        return secret

    def leave(self, secret: str) -> None:
        """End a session, or forget the device that asks."""
        known = _hash(secret)
        with self._lock:
            self._sessions.pop(known, None)
        for device in self.kept.devices:
            if device.hash == known:
                self._keep.drop(device.id)

    def set_password(self, password: str) -> None:
        """Set the owner's password and end all of the owner's sessions. Raises ``RefusedError`` for a short one."""
        if len(password) < LEAST_PASSWORD:
            raise RefusedError("error.short_password")
        hashed = generate_password_hash(password, method="scrypt")
        self._keep.change(lambda kept: replace(kept, password=hashed))
        with self._lock:
            self._sessions.clear()

    def invite(self, access: Access, name: str) -> Invitation:
        """Make a way in for one device: a viewer or a referee."""
        if access not in (Access.VIEWER, Access.REFEREE):
            raise RefusedError("error.bad_access")
        code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
        invitation = Invitation(access, name, code, secrets.token_urlsafe(24), self._clock() + CODE_LIFE)
        with self._lock:
            self._invitations = [each for each in self._invitations if each.until > self._clock()] + [invitation]
        return invitation

    def pair(self, *, code: str = "", link: str = "") -> str:
        """Use an invitation; gives the secret for the device's cookie. Raises ``RefusedError``."""
        now = self._clock()
        with self._lock:
            if code and not self._may_guess(now):
                raise RefusedError("error.too_many_guesses")
            found = next((each for each in self._invitations if each.until > now and _fits(each, code, link)), None)
            if found is None:
                if code:
                    self._guesses.append(now)
            else:
                self._invitations.remove(found)
        if found is None:
            if code:
                self._keep.change(lambda kept: replace(kept, failures=tuple(self._guesses)))
            raise RefusedError("error.wrong_code")
        secret = secrets.token_urlsafe(32)
        device = Device("d" + secrets.token_hex(6), found.access, found.name, _hash(secret), self._settings.table_id)
        self._keep.add_device(device)
        return secret

    def _may_guess(self, now: float) -> bool:
        self._guesses = [at for at in self._guesses if at > now - HOUR]
        return len(self._guesses) < GUESSES_PER_HOUR

    def make_overlay(self, name: str, delay: Delay) -> tuple[OverlayToken, str]:
        """Make a token for overlays; gives it with its secret, which is shown this once."""
        secret = secrets.token_urlsafe(24)
        token = OverlayToken("o" + secrets.token_hex(6), self._settings.table_id, name, _hash(secret), delay)
        self._keep.add_overlay(token)
        return token, secret

    def overlay(self, identifier: str, secret: str | None) -> OverlayToken | None:
        """Give the token with that id if ``secret`` is its own."""
        found = next((each for each in self.kept.overlays if each.id == identifier), None)
        if found is None or not secret or not hmac.compare_digest(found.hash, _hash(secret)):
            return None
        return found

    def kept_overlay(self, identifier: str) -> bool:
        """Say whether an overlay's token is still good."""
        return any(each.id == identifier for each in self.kept.overlays)

    def drop(self, identifier: str) -> bool:
        """Take a device's or an overlay's access back, from its next request on."""
        kept = self.kept
        own = {each.id for each in kept.devices} | {each.id for each in kept.overlays}
        return identifier in own and self._keep.drop(identifier)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _fits(invitation: Invitation, code: str, link: str) -> bool:
    by_code = bool(code) and hmac.compare_digest(invitation.code.encode(), code.encode())
    by_link = bool(link) and hmac.compare_digest(invitation.secret.encode(), link.encode())
    return by_code or by_link


@cache
def _nobodys_hash() -> str:
    """Give what is checked where no password was set, so that the answer takes as long as any other."""
    return generate_password_hash(secrets.token_urlsafe(PASSWORD_BYTES), method="scrypt")
