//! Connections that end where the browser reads too slowly.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use crate::pace::Pace;

/// A connection that ends with [`io::ErrorKind::TimedOut`] where its reader does not keep the [`Pace`].
pub struct PacedStream<S> {
    stream: S,
    /// The start of the present wait, and its end.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    pace: Pace,
}

impl<S> PacedStream<S> {
    pub fn new(stream: S) -> Self {
        Self {
            stream,
            waiting: None,
            pace: Pace::default(),
        }
    }

    /// Returns the outcome of a write, or an error if the write has waited for too long.
    fn within<T>(
        &mut self,
        outcome: Poll<io::Result<T>>,
        taken: impl FnOnce(&T) -> usize,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(done) = &outcome {
            if let Some((since, _)) = self.waiting.take() {
                self.pace.add_wait(since.elapsed());
            }
            self.pace.add_bytes(done.as_ref().map_or(0, taken));
            return outcome;
        }
        let left = self.pace.left();
        let (_, over) = self.waiting.get_or_insert_with(|| (Instant::now(), Box::pin(tokio::time::sleep(left))));
        match over.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PacedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for PacedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within(outcome, |taken| *taken, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.within(outcome, |taken| *taken, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_flush(context);
        self.within(outcome, |()| 0, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_shutdown(context);
        self.within(outcome, |()| 0, context)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    /// Writes `bytes` to a reader that reads a piece after each pause.
    async fn written(bytes: usize, piece: usize, pause: Duration) -> io::Result<()> {
        let (ours, mut theirs) = duplex(1000);
        let reader = tokio::spawn(async move {
            let mut buffer = vec![0; piece];
            loop {
                tokio::time::sleep(pause).await;
                if theirs.read_exact(&mut buffer).await.is_err() {
                    return;
                }
            }
        });
        let mut paced = PacedStream::new(ours);
        let outcome = paced.write_all(&vec![0; bytes]).await;
        reader.abort();
        outcome
    }

    #[tokio::test(start_paused = true)]
    async fn who_reads_too_slowly_is_sent_away() {
        let second = Duration::from_secs(1);
        let kind = |outcome: io::Result<()>| outcome.map_err(|error| error.kind());
        let slow = Err(io::ErrorKind::TimedOut);
        assert_eq!(kind(written(100_000, 1000, second * 70).await), slow);
        assert_eq!(kind(written(100_000, 10, second).await), slow);
        // It keeps the pace.
        assert_eq!(kind(written(1_000_000, 1000, second / 2).await), Ok(()));
        assert_eq!(kind(written(100_000, 1000, second * 50).await), slow);
    }
}
