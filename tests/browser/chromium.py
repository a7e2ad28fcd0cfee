"""Chromium, driven by its DevTools protocol over a pair of pipes. It needs nothing but Python."""

import base64
import json
import os
import select
import subprocess
import time

CHROMIUM = os.environ.get("CHROMIUM", "chromium")
# Root and containers have no sandbox, containers little shared memory. Nothing here is fetched from elsewhere, and no
# name is looked up, which may take seconds before it fails.
OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync",
           "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"]
# A busy machine may be slow. Who waits longer waits for nothing.
START, ANSWER = 60, 120


# Where the middle of an element is, once it is at the same place for three frames: a view that was just updated moves.
STILL = """(async () => {
    let before = "", frames = 0, middle;
    while (frames < 3) {
        const element = document.querySelector(%s);
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const box = element.getBoundingClientRect();
        middle = [box.x + box.width / 2, box.y + box.height / 2];
        frames = String(middle) === before ? frames + 1 : 0;
        before = String(middle);
        await new Promise(requestAnimationFrame);
    }
    return middle;
})()"""


class Gone(RuntimeError):
    """The browser has ended, or does not answer."""


def started(profile, **how):
    """A browser. One that does not start, as happens on busy machines, is started anew."""
    for last in (False, False, True):
        try:
            return Browser(profile, **how)
        except Gone:
            if last:
                raise
            time.sleep(2)


class Browser:
    """A browser with one tab. Widths and heights are CSS pixels."""

    def __init__(self, profile, program=CHROMIUM, width=1280, height=900, options=()):
        self._read = self._write = None
        try:
            self._start(profile, program, width, height, options)
        except BaseException:
            self.close()
            raise

    def _start(self, profile, program, width, height, options):
        to_child, self._write = os.pipe()
        self._read, from_child = os.pipe()

        def pipes():
            os.dup2(to_child, 3)
            os.dup2(from_child, 4)

        command = [program, *OPTIONS, *options, "--remote-debugging-pipe", f"--user-data-dir={profile}",
                   f"--window-size={width},{height}", "about:blank"]
        self._process = subprocess.Popen(command, preexec_fn=pipes, pass_fds=(3, 4, to_child, from_child),
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self._number, self._rest, self.events = 0, b"", []
        self._session, self._patience = None, START
        target = next((t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page"), None)
        if target is None:
            raise Gone("the browser has no tab")
        self._session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            self.call(f"{domain}.enable")
        self.size(width, height)
        self._patience = ANSWER

    def call(self, method, **parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        end = time.monotonic() + self._patience
        try:
            os.write(self._write, json.dumps(message).encode() + b"\0")
        except OSError as error:
            raise Gone("the browser has ended") from error
        while True:
            answer = self._next(end)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer.get("result", {})
            self.events.append(answer)

    def _next(self, end):
        while b"\0" not in self._rest:
            if not select.select([self._read], [], [], max(end - time.monotonic(), 0))[0]:
                raise Gone("the browser does not answer")
            piece = os.read(self._read, 1 << 16)
            if not piece:
                raise Gone("the browser has ended")
            self._rest += piece
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)

    def size(self, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        # Smooth scrolling would still move what is clicked.
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                            {"name": "prefers-reduced-motion", "value": "reduce"}])

    def scripts(self, run):
        self.call("Emulation.setScriptExecutionDisabled", value=not run)

    def open(self, address):
        self.run("window.leftBehind = true")
        self.call("Page.navigate", url=address)
        self.loaded()

    def loaded(self):
        """Waits for a document that was not there when `leftBehind` was set, and for its frames."""
        self.wait("!window.leftBehind && document.readyState === 'complete'")

    def run(self, script):
        """The value of an expression; what it promises is awaited."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def run_in_frame(self, part, script):
        """The value of an expression in the frame whose address has that part; sandboxed frames are processes of their own."""
        page = self._session
        targets = self.call("Target.getTargets")["targetInfos"]
        frame = next(target for target in targets if target["type"] == "iframe" and part in target["url"])
        self._session = None
        try:
            self._session = self.call("Target.attachToTarget", targetId=frame["targetId"], flatten=True)["sessionId"]
            return self.run(script)
        finally:
            self._session = page

    def wait(self, script, seconds=ANSWER):
        """Waits until an expression is true. While a page changes to another there is nothing to ask."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.run(script):
                    return
            except Gone:
                raise
            except RuntimeError:
                pass
            time.sleep(0.05)
        raise AssertionError(f"in {seconds} s it did not come true: {script}")

    def click(self, selector, leaves=False):
        """Clicks the middle of an element that no longer moves; `leaves` waits for the document that follows."""
        box = self.run(STILL % json.dumps(selector))
        if leaves:
            self.run("window.leftBehind = true")
        self.point(*box)
        if leaves:
            self.loaded()

    def point(self, x, y, to=None):
        """Clicks a place, or drags from it."""
        mouse = {"button": "left", "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **mouse)
        if to:
            for step in range(1, 11):
                self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + (to[0] - x) * step / 10,
                          y=y + (to[1] - y) * step / 10, button="left", buttons=1)
            x, y = to
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, **mouse)

    def press(self, key, leaves=False):
        """Presses a key: a character, or a name such as Enter."""
        if leaves:
            self.run("window.leftBehind = true")
        text = "\r" if key == "Enter" else key if len(key) == 1 else ""
        codes = {"Enter": 13, " ": 32, "Tab": 9}
        code = codes.get(key, ord(key.upper()) if len(key) == 1 else 0)
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=code)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)
        if leaves:
            self.loaded()

    def type(self, selector, text):
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        self.call("Input.insertText", text=text)

    def text(self, selector="main"):
        return self.run(f"document.querySelector({json.dumps(selector)}).innerText")

    def screenshot(self, path, whole=False):
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def close(self):
        try:
            self._session, self._patience = None, 10
            self.call("Browser.close")
        except (RuntimeError, OSError, AttributeError, TypeError):
            pass  # It has ended already, or was never there.
        process = getattr(self, "_process", None)
        if process:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(20)
        for end in (self._read, self._write):
            if end is not None:
                os.close(end)
