//! Headless Chromium, one process for each page.

use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::process::Command;

use crate::error::Error;
use crate::options::Options;

/// The part of a page that `goce_genre` reads: 3.2 times as high as wide.
const WINDOW: &str = "--window-size=1280,4096";

pub struct Browser {
    program: PathBuf,
    proxy: SocketAddr,
    timeout: Duration,
    is_root: bool,
    started: AtomicU64,
    directory: PathBuf,
}

impl Browser {
    /// Browsers that reach this proxy and nothing else. Their files are in a new temporary directory.
    pub fn new(options: &Options, proxy: SocketAddr) -> Result<Self, Error> {
        let directory = std::env::temp_dir().join(format!("goce-render-{}", std::process::id()));
        // Other users of the machine must not see the pages.
        std::fs::DirBuilder::new().mode(0o700).create(&directory).map_err(Error::Start)?;
        let is_root = std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
        if is_root {
            eprintln!("goce-render: as root, Chromium runs without its sandbox; another user would be safer");
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

    /// Returns the screenshot of an address as PNG.
    pub async fn picture(&self, address: &str) -> Result<Vec<u8>, Error> {
        let own = self.directory.join(self.started.fetch_add(1, Ordering::Relaxed).to_string());
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
                // Containers often have too little of this memory.
                "--disable-dev-shm-usage",
                "--mute-audio",
                "--disable-background-networking",
                "--disable-sync",
                "--disable-component-update",
                WINDOW,
                // No name is looked up, and packets go to the proxy alone, those for loopback too.
                "--proxy-bypass-list=<-loopback>",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
                "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
            ])
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
            // This fails if the process has just ended by itself.
            let _ = child.kill().await;
        }
        let read = tokio::fs::read(&picture).await;
        // What cannot be removed now is removed with the whole directory at the end.
        let _ = tokio::fs::remove_dir_all(&own).await;
        match (ended, read) {
            (Err(_), _) => Err(Error::Browser(format!("it took longer than {} s", self.timeout.as_secs()))),
            (Ok(_), Ok(picture)) => Ok(picture),
            (Ok(_), Err(_)) => Err(Error::Browser("the browser made no picture".to_owned())),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Files that cannot be removed are left to the system, which clears its temporary directory.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_writes_is_nobody_elses() {
        let options = <Options as clap::Parser>::parse_from(["goce-render", "db", "--table", "t"]);
        let browser = Browser::new(&options, ([127, 0, 0, 1], 1).into()).expect("a directory");
        let directory = browser.directory.clone();
        let about = std::fs::metadata(&directory).expect("it is there");
        assert_eq!(about.mode() & 0o777, 0o700);
        drop(browser);
        assert!(!directory.exists());
    }
}
