//! Bodies of requests. They must come in time, and only as many bytes as allowed are read.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, BodyDataStream};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use tokio::time::Instant;

use crate::pace::Pace;

/// The bytes of a body that may still be read. The number can be raised while the body comes in.
#[derive(Clone)]
pub struct Allowance {
    left: Arc<AtomicU64>,
}

impl Allowance {
    pub fn new(bytes: u64) -> Self {
        Self {
            left: Arc::new(AtomicU64::new(bytes)),
        }
    }

    pub fn raise(&self, bytes: u64) {
        self.left.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Whether more was sent than was allowed.
    pub fn is_used_up(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }

    fn take(&self, bytes: u64) -> bool {
        let less = |left: u64| left.checked_sub(bytes).filter(|left| *left > 0);
        let taken = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        if taken.is_err() {
            self.left.store(0, Ordering::Relaxed);
        }
        taken.is_ok()
    }
}

/// Why a body ends early.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    #[error("{0}")]
    Lost(axum::Error),
    #[error("it came too slowly")]
    Slow,
    #[error("it is too long")]
    Long,
}

/// Returns the body, which ends early where it comes too slowly or exceeds the allowance.
pub fn bounded(body: Body, allowance: Allowance) -> Body {
    Body::from_stream(pieces(body, allowance))
}

struct Reading {
    body: BodyDataStream,
    allowance: Allowance,
    pace: Pace,
}

fn pieces(body: Body, allowance: Allowance) -> impl Stream<Item = Result<Bytes, Broken>> {
    let start = Reading {
        body: body.into_data_stream(),
        allowance,
        pace: Pace::default(),
    };
    stream::unfold(Some(start), |reading| async {
        let mut reading = reading?;
        let asked = Instant::now();
        let next = tokio::time::timeout(reading.pace.left(), reading.body.next()).await;
        reading.pace.add_wait(asked.elapsed());
        match next {
            Err(_) => Some((Err(Broken::Slow), None)),
            Ok(None) => None,
            Ok(Some(Err(error))) => Some((Err(Broken::Lost(error)), None)),
            Ok(Some(Ok(piece))) => {
                reading.pace.add_bytes(piece.len());
                if reading.allowance.take(piece.len() as u64) {
                    Some((Ok(piece), Some(reading)))
                } else {
                    Some((Err(Broken::Long), None))
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A body of pieces of this length, one after each pause.
    fn dripping(pieces: usize, bytes: usize, pause: Duration) -> Body {
        let source = stream::iter(0..pieces).then(move |_| async move {
            tokio::time::sleep(pause).await;
            Ok::<_, std::io::Error>(Bytes::from(vec![b'x'; bytes]))
        });
        Body::from_stream(source)
    }

    async fn outcome(body: Body, allowance: u64) -> Result<usize, String> {
        let mut all = Box::pin(pieces(body, Allowance::new(allowance)));
        let mut read = 0;
        while let Some(piece) = all.next().await {
            read += piece.map_err(|error| error.to_string())?.len();
        }
        Ok(read)
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_drips_is_ended() {
        let second = Duration::from_secs(1);
        let slow = Err(Broken::Slow.to_string());
        assert_eq!(outcome(dripping(1000, 1, second), 1 << 20).await, slow);
        assert_eq!(outcome(dripping(2, 1_000_000, second * 70), 1 << 30).await, slow);
        // It takes as long, and keeps the pace.
        assert_eq!(outcome(dripping(1000, 2000, second), 1 << 30).await, Ok(2_000_000));
    }

    #[tokio::test]
    async fn more_than_is_allowed_is_not_read() {
        let body = || dripping(10, 100, Duration::ZERO);
        assert_eq!(outcome(body(), 1001).await, Ok(1000));
        assert_eq!(outcome(body(), 999).await, Err(Broken::Long.to_string()));
        let allowance = Allowance::new(10);
        assert!(!allowance.take(11) && allowance.is_used_up());
        let allowance = Allowance::new(10);
        allowance.raise(10);
        assert!(allowance.take(11) && !allowance.is_used_up());
    }
}
