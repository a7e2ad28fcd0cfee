//! The pace that a browser has to keep while it sends a request and while it reads an answer. A request or an answer that
//! does not move takes memory for nothing. Only waiting counts as time.

use std::time::Duration;

/// The longest wait for one piece.
pub const PAUSE: Duration = Duration::from_secs(60);
/// The longest wait for all pieces, with a second more for each [`RATE`] bytes that came.
const START: Duration = Duration::from_secs(60);
/// The slowest pace, in bytes a second.
const RATE: u64 = 1000;

#[derive(Default)]
pub struct Pace {
    waited: Duration,
    bytes: u64,
}

impl Pace {
    /// Returns how long to wait for the next piece.
    pub fn left(&self) -> Duration {
        let granted = START + Duration::from_secs(self.bytes / RATE);
        PAUSE.min(granted.saturating_sub(self.waited))
    }

    pub fn add_wait(&mut self, waited: Duration) {
        self.waited += waited;
    }

    pub fn add_bytes(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
    }
}
