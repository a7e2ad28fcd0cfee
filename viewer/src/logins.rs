//! The lines of those who log in. Guessing is slow however many guess, and nobody is kept out by others who guess.
//!
//! If only wrong passwords were answered slowly, the time of an answer would tell a guesser that a password is wrong. So
//! the verifying itself is slowed down: one password at a time, and each wrong one costs [`PAUSE`]. After a quiet time up to
//! [`BURST`] of this may be spent in advance. In `t` seconds at most `(t + BURST) / PAUSE` wrong passwords are verified,
//! whoever sends them. Browsers that have logged in before have a line of their own, so a crowd does not delay them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::error::Error;
use crate::shared::lock;

/// The time that a wrong password costs.
const PAUSE: Duration = Duration::from_millis(500);
/// How much of this time may be spent in advance.
const BURST: Duration = Duration::from_secs(30);
/// The most requests in one line. Both lines together take half of the requests that are served at once.
const MOST: usize = 128;

#[derive(Default)]
pub struct Logins {
    known: Line,
    others: Line,
}

struct Line {
    places: Semaphore,
    /// Whoever waits for it gets it in order.
    turn: Arc<Semaphore>,
    /// When the cost of the wrong passwords so far is paid.
    paid: Arc<Mutex<Instant>>,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            places: Semaphore::new(MOST),
            turn: Arc::new(Semaphore::new(1)),
            paid: Arc::new(Mutex::new(Instant::now())),
        }
    }
}

impl Logins {
    /// Verifies a password when its turn has come. [`Error::Crowded`]: too many wait. `is_known`: the browser has logged
    /// in before.
    pub async fn verify(
        &self,
        is_known: bool,
        verified: impl FnOnce() -> bool + Send + 'static,
    ) -> Result<bool, Error> {
        let line = if is_known { &self.known } else { &self.others };
        let _place = line.places.try_acquire().map_err(|_| Error::Crowded)?;
        let turn = Arc::clone(&line.turn).acquire_owned().await.map_err(|_| Error::Crowded)?;
        let paid = *lock(&line.paid);
        if let Some(begin) = paid.checked_sub(BURST) {
            tokio::time::sleep_until(begin).await;
        }
        let paid = Arc::clone(&line.paid);
        // A task of its own goes on where the browser goes away. The password is counted, and no other is verified
        // meanwhile.
        let verifying = tokio::spawn(async move {
            let is_right = tokio::task::spawn_blocking(verified).await;
            if !matches!(is_right, Ok(true)) {
                let mut paid = lock(&paid);
                *paid = Instant::now().max(*paid) + PAUSE;
            }
            drop(turn);
            is_right
        });
        let is_right = verifying.await.and_then(|is_right| is_right);
        is_right.map_err(|_| Error::Defect("a password could not be verified".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Sends wrong passwords, which join the line in this order; `seen` counts those that are verified.
    async fn crowd(
        logins: &Arc<Logins>,
        count: usize,
        seen: &Arc<AtomicUsize>,
    ) -> Vec<tokio::task::JoinHandle<Result<bool, Error>>> {
        let mut tasks = Vec::new();
        for _ in 0..count {
            let (logins, seen) = (Arc::clone(logins), Arc::clone(seen));
            let verified = move || {
                seen.fetch_add(1, Ordering::SeqCst);
                false
            };
            tasks.push(tokio::spawn(async move { logins.verify(false, verified).await }));
            tokio::task::yield_now().await;
        }
        tasks
    }

    #[tokio::test(start_paused = true)]
    async fn wrong_passwords_have_a_pace() {
        let (logins, seen) = (Arc::default(), Arc::default());
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(600) {
            for one in crowd(&logins, 50, &seen).await {
                assert!(!one.await.expect("a task").expect("a turn"));
            }
        }
        let (all, most) = (seen.load(Ordering::SeqCst), begun.elapsed() + BURST);
        assert!(all > 1000 && PAUSE * (all as u32 - 1) <= most, "{all} in {most:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_the_password_gets_in_behind_a_crowd() {
        let (logins, seen) = (Arc::default(), Arc::default());
        // The time in advance is spent.
        for one in crowd(&logins, 100, &seen).await {
            assert!(!one.await.expect("a task").expect("a turn"));
        }
        let begun = Instant::now();
        let others = crowd(&logins, 60, &seen).await;
        assert!(logins.verify(true, || true).await.expect("a turn"));
        assert!(begun.elapsed() < PAUSE, "a browser that is known waits for nobody: {:?}", begun.elapsed());
        assert!(logins.verify(false, || true).await.expect("a turn"));
        assert!(begun.elapsed() <= PAUSE * 62, "{:?}", begun.elapsed());
        // Those who go away lose their turns, and too many are refused.
        let more = crowd(&logins, MOST + 9, &seen).await;
        assert_eq!(more.iter().filter(|one| one.is_finished()).count(), 9);
        for one in others.into_iter().chain(more) {
            one.abort();
            drop(one.await);
        }
        let begun = Instant::now();
        assert!(logins.verify(false, || true).await.expect("a turn"));
        assert!(begun.elapsed() <= PAUSE * 2, "{:?}", begun.elapsed());
    }

    #[tokio::test]
    async fn a_panic_passes_the_turn_on() {
        let logins = Logins::default();
        let panicked = logins.verify(false, || panic!("a defect")).await;
        assert!(matches!(panicked, Err(Error::Defect(_))));
        assert!(logins.verify(false, || true).await.expect("a turn"));
    }
}
