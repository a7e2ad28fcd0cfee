"""Headless Chromium through the DevTools protocol: HTML in, a screenshot out."""

import asyncio
import base64
import contextlib
import json
import os
import shutil
import signal
import tempfile

SCREEN = {1280: 800, 390: 844}  # height of the window by its width, CSS pixels
RATIO = {1280: 3.2, 390: 5.25}  # the greatest height of a screenshot, in widths
START_SECONDS = 60

FLAGS = [
    "--headless",
    "--remote-debugging-pipe",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--font-render-hinting=none",
    "--hide-scrollbars",
    "--disable-gpu",
    "--disable-lcd-text",
    "--disable-sync",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--mute-audio",
]

# The page stands at this address. Nothing is fetched: the policy stops what the page names, and what the policy lets
# through (frames, a page that navigates) is answered here.
ADDRESS = "http://page.invalid/"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-src *"
NOBODY = 0  # waits for the answer to this number


class Broken(Exception):
    """No screenshot: the browser died, or would not do what it was told."""


class Browser:
    """A Chromium with one tab. Not for two tasks at a time."""

    @classmethod
    async def start(cls, program, width):
        """Starts a browser whose window is so many CSS pixels wide; raises Broken if it does not come up."""
        browser = cls(width)
        try:
            await asyncio.wait_for(browser._start(program), START_SECONDS)
        except BaseException as error:
            await browser.stop()
            if isinstance(error, (OSError, asyncio.TimeoutError)):
                raise Broken(f"{program} does not start: {error}") from error
            raise
        return browser

    def __init__(self, width):
        self.width, self.profile = width, tempfile.mkdtemp(prefix="goce-chromium-")
        self.process = self.commands = self.transport = self.reader = self.session = None
        self.sequence, self.answers = NOBODY, {}
        self.body, self.main_frame, self.loaded = None, None, asyncio.Event()

    async def _start(self, program):
        flags = [*FLAGS, f"--user-data-dir={self.profile}"]
        if os.geteuid() == 0:
            flags.append("--no-sandbox")
        theirs, self.commands = os.pipe()
        events, said = os.pipe()
        # Chromium reads commands from descriptor 3 and writes to 4.
        script = f'exec "$@" 3<&{theirs} 4>&{said}'
        try:
            self.process = await asyncio.create_subprocess_exec(
                "bash", "-c", script, "bash", program, *flags, "about:blank",
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                pass_fds=(theirs, said),
                start_new_session=True,
            )  # fmt: skip
        finally:
            os.close(theirs)
            os.close(said)
        stream = asyncio.StreamReader(limit=2**28)
        self.transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stream), os.fdopen(events, "rb")
        )
        self.reader = asyncio.create_task(self._read(stream))
        target = await self.call("Target.createTarget", url="about:blank")
        attached = await self.call("Target.attachToTarget", flatten=True, **target)
        self.session = attached["sessionId"]
        await self.call("Page.enable")
        tree = await self.call("Page.getFrameTree")
        self.main_frame = tree["frameTree"]["frame"]["id"]
        await self.call("Fetch.enable", patterns=[{"urlPattern": "*"}])
        await self.call("Emulation.setScriptExecutionDisabled", value=True)
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=self.width,
            height=SCREEN[self.width],
            deviceScaleFactor=1,
            mobile=False,  # else a page without a viewport mark is laid out at 980
        )

    async def stop(self):
        """Ends the browser and all its processes."""
        if self.reader:
            self.reader.cancel()
        if self.transport:
            self.transport.close()
        if self.commands:
            os.close(self.commands)
        if self.process and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            await self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    async def call(self, method, **parameters):
        """The result of a DevTools command."""
        self.sequence += 1
        answer = asyncio.get_running_loop().create_future()
        self.answers[self.sequence] = answer
        try:
            self._send(self.sequence, method, parameters)
            message = await answer
        finally:
            self.answers.pop(self.sequence, None)
        if "error" in message:
            raise Broken(f"{method}: {message['error'].get('message')}")
        return message["result"]

    def _send(self, number, method, parameters):
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        try:
            while data:
                data = data[os.write(self.commands, data) :]
        except OSError as error:
            raise Broken("the browser has gone") from error

    async def _read(self, stream):
        """Hands answers to who waits for them, and sees to events, until the browser ends."""
        reason = "the browser has gone"
        with contextlib.suppress(Broken, asyncio.IncompleteReadError):
            while True:
                message = json.loads((await stream.readuntil(b"\0"))[:-1])
                if "id" in message:
                    waiting = self.answers.get(message["id"])
                    if waiting and not waiting.done():
                        waiting.set_result(message)
                elif message["method"] == "Page.loadEventFired":
                    self.loaded.set()
                elif message["method"] == "Fetch.requestPaused":
                    self._answer(message["params"])
                elif message["method"] in ("Inspector.targetCrashed", "Target.targetCrashed"):
                    reason = "the tab crashed"
                    break
        for waiting in self.answers.values():
            if not waiting.done():
                waiting.set_result({"error": {"message": reason}})

    def _answer(self, paused):
        """Gives the tab its page once, frames nothing, and refuses the rest."""
        request, body = paused["requestId"], None
        if paused["resourceType"] == "Document":
            if paused["frameId"] != self.main_frame:
                body = b""
            elif self.body is not None:
                body, self.body = self.body, None
        if body is None:
            self._send(NOBODY, "Fetch.failRequest", {"requestId": request, "errorReason": "Aborted"})
            return
        headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY}
        answer = {
            "requestId": request,
            "responseCode": 200,
            "responseHeaders": [{"name": name, "value": value} for name, value in headers.items()],
            "body": base64.b64encode(body).decode(),
        }
        self._send(NOBODY, "Fetch.fulfillRequest", answer)

    async def open(self, html):
        """Shows a page."""
        self.body = html.encode("utf-8", "replace")
        self.loaded.clear()
        result = await self.call("Page.navigate", url=ADDRESS)
        if result.get("errorText"):
            raise Broken(f"the page does not load: {result['errorText']}")
        loaded = asyncio.create_task(self.loaded.wait())
        await asyncio.wait([loaded, self.reader], return_when=asyncio.FIRST_COMPLETED)
        if not loaded.done():
            loaded.cancel()
            raise Broken("the browser has gone")

    async def screenshot(self):
        """A PNG of the page that is shown: as wide as the window, at least as high, and at most RATIO as high as
        wide."""
        metrics = await self.call("Page.getLayoutMetrics")
        height = int(metrics["cssContentSize"]["height"])
        height = max(SCREEN[self.width], min(height, round(RATIO[self.width] * self.width)))
        shot = await self.call(
            "Page.captureScreenshot",
            format="png",
            optimizeForSpeed=True,
            captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": self.width, "height": height, "scale": 1},
        )
        return base64.b64decode(shot["data"])
