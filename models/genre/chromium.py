"""Headless Chromium through the DevTools protocol: HTML in, a screenshot out."""

import asyncio
import base64
import contextlib
import json
import os
import re
import shutil
import signal
import tempfile
from pathlib import Path

import websockets

WIDTH = 1280
VIEWPORT_HEIGHT = 800
MAX_HEIGHT = 4096
START_SECONDS = 60

FLAGS = [
    "--headless",
    "--remote-debugging-port=0",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    f"--window-size={WIDTH},{VIEWPORT_HEIGHT}",
    "--force-device-scale-factor=1",
    "--font-render-hinting=none",
    "--hide-scrollbars",
    "--disable-gpu",
    "--disable-lcd-text",
    "--disable-quic",
    "--disable-sync",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-features=BackForwardCache,Translate,OptimizationHints,MediaRouter",
    "--no-first-run",
    "--no-default-browser-check",
    "--mute-audio",
]

# The page stands at this address. Nothing is fetched: the policy stops what the page names, and
# what the policy lets through (frames, a page that navigates) is answered here.
ADDRESS = "http://page.invalid/"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-src *"


class Broken(Exception):
    """No screenshot: the browser died, or would not do what it was told."""


class Browser:
    """A Chromium with one tab. Not for two tasks at a time."""

    @classmethod
    async def start(cls, program):
        """Starts a browser; raises Broken if it does not come up."""
        browser = cls()
        try:
            await asyncio.wait_for(browser._start(program), START_SECONDS)
        except BaseException as error:
            await browser.stop()
            if isinstance(error, (OSError, asyncio.TimeoutError, websockets.WebSocketException)):
                raise Broken(f"{program} does not start: {error}") from error
            raise
        return browser

    def __init__(self):
        self.profile = Path(tempfile.mkdtemp(prefix="genre-chromium-"))
        self.process = self.socket = self.reader = self.session = None
        self.sequence, self.answers = 0, {}
        self.body, self.main_frame, self.loaded = None, None, asyncio.Event()

    async def _start(self, program):
        flags = [*FLAGS, f"--user-data-dir={self.profile}"]
        if os.geteuid() == 0:
            flags.append("--no-sandbox")
        self.process = await asyncio.create_subprocess_exec(
            program,
            *flags,
            "about:blank",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        port_file = self.profile / "DevToolsActivePort"
        while not (port_file.exists() and "\n" in port_file.read_text()):
            if self.process.returncode is not None:
                raise OSError(f"it ended with status {self.process.returncode}")
            await asyncio.sleep(0.02)
        port, path = port_file.read_text().split("\n")[:2]
        self.socket = await websockets.connect(
            f"ws://127.0.0.1:{port}{path}", max_size=None, compression=None, ping_interval=None
        )
        self.reader = asyncio.create_task(self._read())
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
            width=WIDTH,
            height=VIEWPORT_HEIGHT,
            deviceScaleFactor=1,
            mobile=False,
        )

    async def stop(self):
        """Ends the browser and all its processes."""
        if self.reader:
            self.reader.cancel()
        if self.socket:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self.socket.close(), 1)
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
            await self._send(self.sequence, method, parameters)
            message = await answer
        finally:
            self.answers.pop(self.sequence, None)
        if "error" in message:
            raise Broken(f"{method}: {message['error'].get('message')}")
        return message["result"]

    async def _send(self, number, method, parameters):
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        try:
            await self.socket.send(json.dumps(message))
        except websockets.WebSocketException as error:
            raise Broken("the browser has gone") from error

    async def _read(self):
        """Hands answers to who waits for them, and sees to events, until the browser ends."""
        reason = "the browser has gone"
        try:
            async for text in self.socket:
                message = json.loads(text)
                if "id" in message:
                    waiting = self.answers.get(message["id"])
                    if waiting and not waiting.done():
                        waiting.set_result(message)
                elif message["method"] == "Page.loadEventFired":
                    self.loaded.set()
                elif message["method"] == "Fetch.requestPaused":
                    await self._answer(message["params"])
                elif message["method"] in ("Inspector.targetCrashed", "Target.targetCrashed"):
                    reason = "the tab crashed"
                    break
        except (Broken, websockets.WebSocketException):
            pass
        for waiting in self.answers.values():
            if not waiting.done():
                waiting.set_result({"error": {"message": reason}})

    async def _answer(self, paused):
        """Gives the tab its page once, frames nothing, and refuses the rest."""
        number, request = 0, paused["requestId"]  # nobody waits for an answer to number 0
        body = None
        if paused["resourceType"] == "Document":
            if paused["frameId"] != self.main_frame:
                body = b""
            elif self.body is not None:
                body, self.body = self.body, None
        if body is None:
            refusal = {"requestId": request, "errorReason": "Aborted"}
            await self._send(number, "Fetch.failRequest", refusal)
            return
        headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY}
        answer = {
            "requestId": request,
            "responseCode": 200,
            "responseHeaders": [{"name": name, "value": headers[name]} for name in headers],
            "body": base64.b64encode(body).decode(),
        }
        await self._send(number, "Fetch.fulfillRequest", answer)

    async def open(self, html, style=""):
        """Shows a page; `style` is added to it as its last style sheet."""
        self.body = with_style(html, style).encode("utf-8", "replace")
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
        """A PNG of the page that is shown, WIDTH wide, VIEWPORT_HEIGHT to MAX_HEIGHT high."""
        metrics = await self.call("Page.getLayoutMetrics")
        height = int(metrics["cssContentSize"]["height"])
        height = max(VIEWPORT_HEIGHT, min(height, MAX_HEIGHT))
        shot = await self.call(
            "Page.captureScreenshot",
            format="png",
            optimizeForSpeed=True,
            captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": WIDTH, "height": height, "scale": 1},
        )
        return base64.b64decode(shot["data"])

    async def snapshot(self):
        """The elements of the page that is shown and where they are, as DevTools gives them."""
        return await self.call("DOMSnapshot.captureSnapshot", computedStyles=[])


def with_style(html, style):
    """The page with a style sheet at the end of its head."""
    if not style:
        return html
    element = f"<style>{style}</style>"
    for place in (r"</head\s*>", r"<body[\s>]"):
        if match := re.search(place, html, re.IGNORECASE):
            return html[: match.start()] + element + html[match.start() :]
    doctype = re.match(r"\s*<!doctype[^>]*>", html, re.IGNORECASE)
    end = doctype.end() if doctype else 0
    return html[:end] + element + html[end:]
