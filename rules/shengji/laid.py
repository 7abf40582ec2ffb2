"""A physical card that was laid face up: the same in every game, see ``paizhuo.rules.laid``."""

from __future__ import annotations

from paizhuo.rules.laid import PLAUSIBLE_FROM as PLAUSIBLE_FROM
from paizhuo.rules.laid import SURE as SURE
from paizhuo.rules.laid import SURE_FROM as SURE_FROM
from paizhuo.rules.laid import Laid as Laid
from paizhuo.rules.laid import faces as faces
