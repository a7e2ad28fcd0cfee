//! Bodies of requests: what is sent has to come in time, and no more of it than is taken.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use tokio::time::Instant;

/// The longest between two pieces.
const PAUSE: Duration = Duration::from_secs(60);
/// So long may be waited for all of a body, and a second more for each [`RATE`] bytes that came.
const START: Duration = Duration::from_secs(60);
/// Bytes a second that a sender has to reach.
const RATE: u64 = 1000;

/// How many bytes of a body are taken. It can be raised while the body comes in.
#[derive(Clone)]
pub struct Allowance {
    left: Arc<AtomicU64>,
}

impl Allowance {
    /// So many bytes.
    pub fn new(bytes: u64) -> Self {
        Self {
            left: Arc::new(AtomicU64::new(bytes)),
        }
    }

    /// So many bytes more.
    pub fn raise(&self, bytes: u64) {
        self.left.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Whether more was sent than is taken.
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
    /// The sender went away.
    #[error("{0}")]
    Lost(axum::Error),
    /// The sender sends nothing, or next to nothing.
    #[error("it came too slowly")]
    Slow,
    /// There is more than is taken.
    #[error("it is too long")]
    Long,
}

/// The body, as long as it comes in time and within the allowance. Only waiting for the sender counts as time.
pub fn bounded(body: Body, allowance: Allowance) -> Body {
    Body::from_stream(pieces(body, allowance))
}

struct State {
    body: BodyDataStream,
    allowance: Allowance,
    waited: Duration,
    got: u64,
}

fn pieces(body: Body, allowance: Allowance) -> impl Stream<Item = Result<Bytes, Broken>> {
    let start = State {
        body: body.into_data_stream(),
        allowance,
        waited: Duration::ZERO,
        got: 0,
    };
    stream::unfold(Some(start), |state| async {
        let mut state = state?;
        let granted = START + Duration::from_secs(state.got / RATE);
        let asked = Instant::now();
        let next = tokio::time::timeout(PAUSE.min(granted.saturating_sub(state.waited)), state.body.next()).await;
        state.waited += asked.elapsed();
        match next {
            Err(_) => Some((Err(Broken::Slow), None)),
            Ok(None) => None,
            Ok(Some(Err(error))) => Some((Err(Broken::Lost(error)), None)),
            Ok(Some(Ok(piece))) => {
                state.got += piece.len() as u64;
                if state.allowance.take(piece.len() as u64) {
                    Some((Ok(piece), Some(state)))
                } else {
                    Some((Err(Broken::Long), None))
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A body of pieces of so many bytes, one after each pause.
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
        // As slow, but the sender sends.
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
