"""The sentences of `paizhuo doctor`, by code: what was found, and after the arrow what to do about it."""

from collections.abc import Mapping

__all__ = ["LANGUAGES", "WORDS", "words"]

LANGUAGES = ("en", "zh")

WORDS: Mapping[str, Mapping[str, str]] = {
    "machine.found": {
        "en": "machine: {board}, {cores} cores, {memory_gib} GiB, {system}",
        "zh": "机器：{board}，{cores} 核，{memory_gib} GiB，{system}",
    },
    "machine.32_bit": {
        "en": "machine: {architecture} runs in 32 bits, the models need 64 → install the 64-bit Raspberry Pi OS",
        "zh": "机器：{architecture} 是 32 位系统，识别模型需要 64 位 → 请安装 64 位 Raspberry Pi OS",
    },
    "machine.little_memory": {
        "en": "machine: only {memory_gib} GiB of memory → close other programs, or use a board with 2 GiB or more",
        "zh": "机器：内存只有 {memory_gib} GiB → 请关闭其他程序，或换用 2 GiB 以上的板子",
    },
    "python.found": {"en": "python: {version}", "zh": "Python:{version}"},
    "cv2.several_providers": {
        "en": "cv2: {providers} overwrite each other → pip uninstall -y {providers}, "
        "then pip install opencv-python-headless",
        "zh": "cv2：{providers} 互相覆盖 → 先 pip uninstall -y {providers}，再 pip install opencv-python-headless",
    },
    "cv2.with_windows": {
        "en": "cv2: {providers} brings Qt, which a board without a screen does not need → "
        "pip uninstall -y {providers}, then pip install opencv-python-headless",
        "zh": "cv2：{providers} 带有 Qt，没有屏幕的板子用不到 → "
        "先 pip uninstall -y {providers}，再 pip install opencv-python-headless",
    },
    "library.works": {"en": "{library}: {version}", "zh": "{library}:{version}"},
    "library.missing": {
        "en": "{library}: not installed → pip install paizhuo, or make demo in the source folder",
        "zh": "{library}：没有安装 → pip install paizhuo，或在源码目录运行 make demo",
    },
    "library.wrong_processor": {
        "en": "{library}: {version} uses an instruction that this processor lacks → pip install an older {library}",
        "zh": "{library}：{version} 用到本机处理器没有的指令 → 请用 pip 安装较旧的 {library}",
    },
    "library.fails": {
        "en": "{library}: {version} cannot be loaded ({error}) → pip install --force-reinstall {library}",
        "zh": "{library}：{version} 无法加载（{error}）→ pip install --force-reinstall {library}",
    },
    "optional.ncnn": {
        "en": 'ncnn: not here; sight.runtime = "ncnn" needs it (make extras)',
        "zh": 'ncnn：没有安装；sight.runtime = "ncnn" 需要它（make extras）',
    },
    "optional.paho-mqtt": {
        "en": "paho-mqtt: not here; an MQTT broker needs it (make extras)",
        "zh": "paho-mqtt：没有安装；连接 MQTT 代理需要它（make extras）",
    },
    "optional.weasyprint": {
        "en": "weasyprint: not here; record sheets as PDF need it (make extras)",
        "zh": "weasyprint：没有安装；生成 PDF 记录表需要它（make extras）",
    },
    "optional.prometheus-client": {
        "en": "prometheus-client: not here; /metrics needs it (make extras)",
        "zh": "prometheus-client：没有安装；/metrics 需要它（make extras）",
    },
    "optional.gpiozero": {
        "en": "gpiozero: not here; buttons and a light need it (sudo apt install python3-gpiozero python3-lgpio)",
        "zh": "gpiozero：没有安装；按钮和指示灯需要它（sudo apt install python3-gpiozero python3-lgpio）",
    },
    "optional.no_pango": {
        "en": "weasyprint: {version} does not find Pango, so no record sheet becomes a PDF → "
        "sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-noto-cjk",
        "zh": "weasyprint：{version} 找不到 Pango，无法生成 PDF 记录表 → "
        "sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-noto-cjk",
    },
    "optional.fails": {
        "en": "{library}: {version} cannot be loaded ({error}) → make extras, or do without it",
        "zh": "{library}：{version} 无法加载（{error}）→ make extras，或不使用它",
    },
    "models.good": {
        "en": "models: {files}, as the manifest says",
        "zh": "模型：{files}，与清单一致",
    },
    "models.bad": {
        "en": "models: {error} → get the files of models/ again: git checkout -- models, or reinstall paizhuo",
        "zh": "模型：{error} → 请重新取得 models/ 中的文件：git checkout -- models，或重装 paizhuo",
    },
    "picamera2.works": {"en": "picamera2: {picamera2}", "zh": "picamera2:{picamera2}"},
    "picamera2.not_needed": {
        "en": "picamera2: not here; it only serves a Raspberry Pi's own camera",
        "zh": "picamera2：没有安装；只有树莓派自带摄像头才需要它",
    },
    "picamera2.missing": {
        "en": "picamera2: not installed → sudo apt install --no-install-recommends python3-picamera2",
        "zh": "picamera2：没有安装 → sudo apt install --no-install-recommends python3-picamera2",
    },
    "picamera2.hidden": {
        "en": "picamera2: installed by apt, but this environment cannot see it → "
        "rm -r .venv and make demo, or python3 -m venv --system-site-packages",
        "zh": "picamera2：apt 已安装，但本环境看不到它 → 删除 .venv 后重新 make demo，"
        "或用 python3 -m venv --system-site-packages 新建环境",
    },
    "picamera2.other_python": {
        "en": "picamera2: apt's is for Python {system_python}, this is Python {python} → "
        "make the environment with /usr/bin/python3",
        "zh": "picamera2：apt 版本属于 Python {system_python}，当前是 Python {python} → 请用 /usr/bin/python3 建环境",
    },
    "picamera2.fails": {
        "en": "picamera2: {picamera2} cannot be loaded ({error}) → "
        "sudo apt install --reinstall python3-picamera2 python3-libcamera",
        "zh": "picamera2：{picamera2} 无法加载（{error}）→ "
        "sudo apt install --reinstall python3-picamera2 python3-libcamera",
    },
    "picamera2.numpy_clash": {
        "en": "picamera2: simplejpeg {simplejpeg} was built for another numpy than {numpy} ({error}) → "
        "pip install --upgrade numpy simplejpeg in this environment",
        "zh": "picamera2：simplejpeg {simplejpeg} 与 numpy {numpy} 不匹配（{error}）→ "
        "在本环境中 pip install --upgrade numpy simplejpeg",
    },
    "camera.devices": {"en": "camera: {devices}", "zh": "摄像头：{devices}"},
    "camera.not_permitted": {
        "en": "camera: no right to open {devices} → sudo usermod -aG video $USER, then log in again",
        "zh": "摄像头：无权打开 {devices} → sudo usermod -aG video $USER，然后重新登录",
    },
    "camera.none": {
        "en": "camera: none found → connect one; paizhuo demo needs none, RTSP cameras are not listed here",
        "zh": "摄像头：没有找到 → 请连接摄像头；paizhuo demo 不需要摄像头，RTSP 摄像头不在此列出",
    },
    "disk.free": {"en": "disk: {free_gib} GiB free in {folder}", "zh": "磁盘：{folder} 剩余 {free_gib} GiB"},
    "disk.scarce": {
        "en": "disk: only {free_gib} GiB free in {folder} → delete old evidence, or use a larger card",
        "zh": "磁盘：{folder} 只剩 {free_gib} GiB → 请删除旧的证据图片，或换更大的存储卡",
    },
    "disk.full": {
        "en": "disk: {free_gib} GiB free in {folder} is too little to record a match → free some space",
        "zh": "磁盘：{folder} 只剩 {free_gib} GiB，不够记录一场比赛 → 请腾出空间",
    },
    "disk.in_memory": {
        "en": "disk: {folder} is in memory, so a power cut loses the match → "
        "start paizhuo in a folder on the card, or set store.path",
        "zh": "磁盘：{folder} 在内存中，断电会丢失比赛记录 → 请在存储卡上的目录启动，或设置 store.path",
    },
    "clock.right": {"en": "clock: follows a time server", "zh": "时钟：已与时间服务器同步"},
    "clock.unknown": {
        "en": "clock: set, but nobody can tell whether it follows a time server",
        "zh": "时钟：已设置，但无法得知是否与时间服务器同步",
    },
    "clock.alone": {
        "en": "clock: does not follow a time server → sudo timedatectl set-ntp true, or check the time by hand",
        "zh": "时钟：没有与时间服务器同步 → sudo timedatectl set-ntp true，或手工核对时间",
    },
    "clock.wrong": {
        "en": "clock: tells a time in the past → sudo timedatectl set-time 'YYYY-MM-DD HH:MM'",
        "zh": "时钟：显示的是过去的时间 → sudo timedatectl set-time 'YYYY-MM-DD HH:MM'",
    },
    "power.low_now": {
        "en": "power: the voltage is too low ({flags}) → use the board's own power supply and a short cable",
        "zh": "电源：电压过低（{flags}）→ 请使用原装电源和短线",
    },
    "power.low_seen": {
        "en": "power: the voltage was too low since the start ({flags}) → use the board's own power supply",
        "zh": "电源：开机后曾电压过低（{flags}）→ 请使用原装电源",
    },
    "power.hot": {
        "en": "power: the processor is at {degrees} °C and slows down → add a heat sink or a fan",
        "zh": "散热：处理器 {degrees} °C，会降频 → 请加散热片或风扇",
    },
}


def words(code: str, language: str, params: Mapping[str, str | int | float]) -> str:
    """Put a finding into a sentence.

    >>> words("python.found", "zh", {"version": "3.13.5"})
    'Python:3.13.5'
    """
    return WORDS[code][language].format_map(dict(params))
