//! Headless Chromium, one process a page.

use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::process::Command;

use crate::error::Error;
use crate::options::RenderOptions;

/// What `goce_genre` looks at: 3.2 times as high as wide.
const WINDOW: &str = "--window-size=1280,4096";

/// How to start browsers.
pub struct Browser {
    program: PathBuf,
    proxy: SocketAddr,
    timeout: Duration,
    is_root: bool,
    started: AtomicU64,
    directory: PathBuf,
}

impl Browser {
    /// Browsers that reach this proxy and nothing else.
    ///
    /// # Errors
    ///
    /// Where no directory can be made for their files.
    pub fn new(options: &RenderOptions, proxy: SocketAddr) -> Result<Self, Error> {
        let directory = std::env::temp_dir().join(format!("goce-viewer-{}", std::process::id()));
        // Pages and their pictures are nobody else's.
        std::fs::DirBuilder::new()
            .mode(0o700)
            .create(&directory)
            .map_err(Error::Start)?;
        let is_root = std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
        if is_root {
            eprintln!("goce-viewer: as root, Chromium runs without its sandbox; another user would be safer");
        }
        Ok(Self {
            program: options.browser.clone(),
            proxy,
            timeout: options.page_timeout,
            is_root,
            started: AtomicU64::new(0),
            directory,
        })
    }

    /// Returns the picture of an address, a PNG.
    pub async fn picture(&self, address: &str) -> Result<Vec<u8>, Error> {
        let own = self
            .directory
            .join(self.started.fetch_add(1, Ordering::Relaxed).to_string());
        let picture = own.join("picture.png");
        std::fs::create_dir(&own).map_err(Error::Start)?;
        let mut command = Command::new(&self.program);
        command
            .args([
                "--headless",
                "--disable-gpu",
                "--hide-scrollbars",
                "--no-first-run",
                "--disable-extensions",
                // Containers have little of that memory.
                "--disable-dev-shm-usage",
                "--mute-audio",
            ])
            .args([
                "--disable-background-networking",
                "--disable-sync",
                "--disable-component-update",
                WINDOW,
            ])
            // No name is looked up and no packet is sent but to the proxy, for loopback too.
            .args([
                "--proxy-bypass-list=<-loopback>",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
            ])
            .arg("--force-webrtc-ip-handling-policy=disable_non_proxied_udp")
            .arg(format!("--proxy-server=http://{}", self.proxy))
            .arg(format!("--user-data-dir={}", own.join("profile").display()))
            .arg(format!("--screenshot={}", picture.display()))
            .arg(address)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        if self.is_root {
            // Chromium's own sandbox does not work for root.
            command.arg("--no-sandbox");
        }
        let mut child = command
            .spawn()
            .map_err(|error| Error::Browser(format!("{} does not start: {error}", self.program.display())))?;
        let ended = tokio::time::timeout(self.timeout, child.wait()).await;
        if ended.is_err() {
            // It may have ended by itself just now.
            let _ = child.kill().await;
        }
        let read = tokio::fs::read(&picture).await;
        // What a browser leaves behind goes with the whole directory at the end.
        let _ = tokio::fs::remove_dir_all(&own).await;
        match (ended, read) {
            (Err(_), _) => Err(Error::Browser(format!(
                "it took longer than {} s",
                self.timeout.as_secs()
            ))),
            (Ok(_), Ok(picture)) => Ok(picture),
            (Ok(_), Err(_)) => Err(Error::Browser("the browser made no picture".to_owned())),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Temporary files that cannot be removed are the system's.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_writes_is_nobody_elses() {
        let options = RenderOptions {
            source: crate::options::Source::default(),
            jobs: 1,
            browser: PathBuf::from("none"),
            page_timeout: Duration::from_secs(1),
            scripts: false,
            network: false,
        };
        let browser = Browser::new(&options, ([127, 0, 0, 1], 1).into()).expect("a directory");
        let directory = browser.directory.clone();
        let about = std::fs::metadata(&directory).expect("it is there");
        assert_eq!(about.mode() & 0o777, 0o700);
        drop(browser);
        assert!(!directory.exists());
    }
}
