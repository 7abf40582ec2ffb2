"""paizhuo (牌桌): a camera that referees a real card table."""

import os

__version__ = "0.1.0"

# Nothing leaves the room. ONNX Runtime's official builds collect events, keep a device id in the home folder and send
# both to their maker; this switch is read once, when the runtime is loaded, so it must be set before that.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
