"""How a table presents itself to Home Assistant: one device with a few sensors, found without being set up by hand."""

from __future__ import annotations

from paizhuo import __version__
from paizhuo.rules.snapshot import Json

PREFIX = "homeassistant"


def status_topic() -> str:
    """Give the topic on which Home Assistant says that it has started."""
    return f"{PREFIX}/status"


def announcement(topic: str, table: str) -> tuple[str, dict[str, Json]]:
    """Give topic and payload that announce the table whose topics begin with ``topic``.

    >>> announcement("paizhuo/1", "1")[0]
    'homeassistant/device/paizhuo_1/config'
    """
    node = topic.replace("/", "_")
    sensors = {
        "phase": ("Phase", "{{ value_json.phase }}", "mdi:cards-playing"),
        "hand": ("Hand", "{{ value_json.hand }}", "mdi:counter"),
        "points": ("Attackers' points", "{{ value_json.points.attackers }}", "mdi:scoreboard"),
        "level": ("Level", "{{ value_json.level }}", "mdi:stairs-up"),
        "trump": ("Trump", "{{ value_json.trump }}", "mdi:cards-club"),
        "light": ("Trust", "{{ value_json.trust.light }}", "mdi:traffic-light"),
    }
    components: dict[str, Json] = {
        name: {
            "platform": "sensor",
            "name": words,
            "unique_id": f"{node}_{name}",
            "object_id": f"{node}_{name}",
            "state_topic": f"{topic}/state",
            "value_template": template,
            "icon": icon,
        }
        for name, (words, template, icon) in sensors.items()
    }
    payload: dict[str, Json] = {
        "device": {"identifiers": [node], "name": f"Card table {table}", "manufacturer": "paizhuo"},
        "origin": {"name": "paizhuo", "sw_version": __version__},
        # Lost and stopped on purpose are both "not there".
        "availability": [
            {
                "topic": f"{topic}/available",
                "value_template": "{{ 'online' if value == 'online' else 'offline' }}",
            }
        ],
        "components": components,
        "qos": 1,
    }
    return f"{PREFIX}/device/{node}/config", payload
