//! The queue for the verifying of passwords. Guessing is slow however many guess, and nobody else is kept out.
//!
//! If only wrong passwords were answered slowly, the time of an answer would tell a guesser that a password is wrong. So
//! the verifying itself is slowed down: one password at a time, and each wrong one costs [`PAUSE`]. After a quiet time up to
//! [`BURST`] of this may be spent in advance. In `t` seconds at most `(t + BURST) / PAUSE` wrong passwords are verified,
//! whoever sends them.
//!
//! The places that requests come from take turns, so a crowd from one place delays only itself. A browser that has logged
//! in before is a place of its own, and every second turn is for such browsers.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::error::Error;
use crate::shared::lock;

/// The time that a wrong password costs.
const PAUSE: Duration = Duration::from_millis(500);
/// How much of this time may be spent in advance.
const BURST: Duration = Duration::from_secs(30);
/// The longest wait for a turn. [`OF_ONE`] wrong passwords cost less.
const QUEUE: Duration = Duration::from_secs(60);
/// The most requests that wait from one place.
const OF_ONE: usize = 100;
/// The most requests that wait in one line. Both lines together take half of the connections that are served.
const OF_ALL: usize = 128;

/// Where a password comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The number of a browser that has logged in before.
    Known(String),
    /// An address. For IPv6 it is the network, because the owner of one address has the whole network.
    Address(IpAddr),
}

impl Place {
    pub fn of(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & !u128::from(u64::MAX);
                IpAddr::V6(Ipv6Addr::from_bits(network))
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

#[derive(Default)]
pub struct Logins {
    queue: Arc<Mutex<Queue>>,
}

#[derive(Default)]
struct Queue {
    is_taken: bool,
    /// The line of browsers that have logged in before, and that of all others.
    lines: [Line; 2],
    /// The index of the line whose turn is next.
    next: usize,
    /// When the cost of the wrong passwords so far is paid.
    paid: Option<Instant>,
}

/// The places with requests that wait. The first place has the next turn.
#[derive(Default)]
struct Line(VecDeque<(Place, VecDeque<oneshot::Sender<Turn>>)>);

/// The right to have a password verified. Dropping it passes it on.
struct Turn {
    queue: Arc<Mutex<Queue>>,
}

impl Logins {
    /// Verifies a password when its turn has come. [`Error::Crowded`]: too many wait, or the wait was too long.
    pub async fn verify(&self, place: Place, verified: impl FnOnce() -> bool + Send + 'static) -> Result<bool, Error> {
        let turn = tokio::time::timeout(QUEUE, self.turn(place));
        let turn = turn.await.map_err(|_| Error::Crowded)??;
        // A task of its own goes on where the browser goes away. The password is counted, and no other is verified
        // meanwhile.
        let verifying = tokio::spawn(async move {
            let is_right = tokio::task::spawn_blocking(verified).await;
            if !matches!(is_right, Ok(true)) {
                let now = Instant::now();
                let mut queue = lock(&turn.queue);
                queue.paid = Some(queue.paid.map_or(now, |paid| paid.max(now)) + PAUSE);
            }
            drop(turn);
            is_right
        });
        let is_right = verifying.await.and_then(|is_right| is_right);
        is_right.map_err(|_| Error::Defect("a password could not be verified".to_owned()))
    }

    /// Waits for a turn, and until one more wrong password may be paid in advance.
    async fn turn(&self, place: Place) -> Result<Turn, Error> {
        let awaited = {
            let mut queue = lock(&self.queue);
            if queue.is_taken {
                let line = usize::from(!matches!(place, Place::Known(_)));
                Some(queue.lines[line].wait(place).ok_or(Error::Crowded)?)
            } else {
                queue.is_taken = true;
                None
            }
        };
        let turn = match awaited {
            Some(awaited) => awaited.await.map_err(|_| Error::Crowded)?,
            None => Turn {
                queue: Arc::clone(&self.queue),
            },
        };
        let paid = lock(&turn.queue).paid;
        if let Some(begin) = paid.and_then(|paid| paid.checked_sub(BURST)) {
            tokio::time::sleep_until(begin).await;
        }
        Ok(turn)
    }
}

impl Line {
    /// Joins the line behind all of the same place. If the line is full, the last request of the largest place leaves.
    fn wait(&mut self, place: Place) -> Option<oneshot::Receiver<Turn>> {
        for (_, waiting) in &mut self.0 {
            waiting.retain(|one| !one.is_closed());
        }
        self.0.retain(|(_, waiting)| !waiting.is_empty());
        let own = self.0.iter().position(|(known, _)| *known == place);
        let before = own.map_or(0, |own| self.0[own].1.len());
        if before >= OF_ONE {
            return None;
        }
        let all: usize = self.0.iter().map(|(_, waiting)| waiting.len()).sum();
        if all >= OF_ALL {
            let (_, most) = self.0.iter_mut().max_by_key(|(_, waiting)| waiting.len())?;
            if most.len() <= before + 1 {
                return None;
            }
            most.pop_back();
        }
        let (sender, receiver) = oneshot::channel();
        match own {
            Some(own) => self.0[own].1.push_back(sender),
            None => self.0.push_back((place, [sender].into())),
        }
        Some(receiver)
    }

    /// Takes the first request of the first place, and moves the place to the end.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        while let Some((place, mut waiting)) = self.0.pop_front() {
            let next = waiting.pop_front();
            if !waiting.is_empty() {
                self.0.push_back((place, waiting));
            }
            // Requests of browsers that went away are left out.
            if let Some(next) = next.filter(|next| !next.is_closed()) {
                return Some(next);
            }
        }
        None
    }
}

impl Queue {
    fn pass(&mut self) -> Option<oneshot::Sender<Turn>> {
        let first = self.next;
        self.next = 1 - first;
        let next = self.lines[first].next();
        let next = next.or_else(|| self.lines[1 - first].next());
        self.is_taken = next.is_some();
        next
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = lock(&self.queue).pass();
        if let Some(next) = next {
            // If the browser goes away now, the turn is dropped and passed on again.
            drop(next.send(Self {
                queue: Arc::clone(&self.queue),
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn address(last: u8) -> Place {
        Place::of([192, 0, 2, last].into())
    }

    /// Wrong passwords that wait; the first is being verified when this returns.
    async fn wrong(
        logins: &Arc<Logins>,
        place: impl Fn(usize) -> Place,
        count: usize,
        seen: &Arc<AtomicUsize>,
    ) -> Vec<tokio::task::JoinHandle<Result<bool, Error>>> {
        let mut tasks = Vec::new();
        for number in 0..count {
            let (logins, seen, place) = (Arc::clone(logins), Arc::clone(seen), place(number));
            tasks.push(tokio::spawn(async move {
                let verified = move || {
                    seen.fetch_add(1, Ordering::SeqCst);
                    false
                };
                logins.verify(place, verified).await
            }));
            // They join the queue in this order.
            tokio::task::yield_now().await;
        }
        tasks
    }

    /// Spends all the time in advance.
    fn spend(logins: &Logins) {
        lock(&logins.queue).paid = Some(Instant::now() + BURST);
    }

    #[tokio::test(start_paused = true)]
    async fn wrong_passwords_have_a_pace() {
        let (logins, seen) = (Arc::default(), Arc::default());
        let begun = Instant::now();
        // More than may wait at once, from many places, in rounds of fifty.
        let mut sent = 0;
        while begun.elapsed() < Duration::from_secs(600) {
            let round = wrong(&logins, |number| address(number as u8), 50, &seen).await;
            sent += round.len();
            for one in round {
                assert!(!one.await.expect("a task").unwrap_or(true));
            }
        }
        let (all, most) = (seen.load(Ordering::SeqCst), begun.elapsed() + BURST);
        assert!(all == sent && all > 1000, "{all}");
        assert!(PAUSE * (all as u32 - 1) <= most, "{all} in {most:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_the_password_gets_in_behind_sixty_who_have_not() {
        let (logins, seen) = (Arc::new(Logins::default()), Arc::default());
        for (place, most) in [(address(1), 61), (address(2), 2)] {
            for is_spent in [false, true] {
                if is_spent {
                    spend(&logins);
                }
                let begun = Instant::now();
                let crowd = wrong(&logins, |_| address(1), 60, &seen).await;
                assert!(logins.verify(place.clone(), || true).await.expect("a turn"));
                let took = begun.elapsed();
                let longest = if is_spent { PAUSE * most } else { PAUSE };
                assert!(took <= longest + PAUSE, "{place:?} {is_spent} {took:?}");
                for one in crowd {
                    assert!(!one.await.expect("a task").unwrap_or(true));
                }
                tokio::time::sleep(BURST * 2).await;
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_browser_that_is_known_waits_for_no_crowd() {
        let (logins, seen) = (Arc::new(Logins::default()), Arc::default());
        spend(&logins);
        let begun = Instant::now();
        let crowd = wrong(&logins, |number| address(number as u8), 120, &seen).await;
        let known = Place::Known("one".to_owned());
        assert!(logins.verify(known, || true).await.expect("a turn"));
        assert!(begun.elapsed() <= PAUSE * 3, "{:?}", begun.elapsed());
        drop(crowd);
    }

    #[tokio::test(start_paused = true)]
    async fn who_goes_away_loses_the_turn_and_no_crowd_takes_all_places() {
        let (logins, seen) = (Arc::new(Logins::default()), Arc::default());
        spend(&logins);
        let crowd = wrong(&logins, |_| address(1), OF_ONE + 20, &seen).await;
        let is_refused = |one: &tokio::task::JoinHandle<_>| one.is_finished();
        // One has the turn, OF_ONE wait, and the rest is refused.
        assert_eq!(crowd.iter().filter(|one| is_refused(one)).count(), 19);
        // Requests from other places find room, since those of the crowd have to leave.
        let others = wrong(&logins, |number| address(2 + number as u8), 60, &seen).await;
        tokio::task::yield_now().await;
        assert_eq!(others.iter().filter(|one| is_refused(one)).count(), 0);
        for one in crowd.iter().chain(&others) {
            one.abort();
        }
        let begun = Instant::now();
        assert!(logins.verify(address(9), || true).await.expect("a turn"));
        assert!(begun.elapsed() <= PAUSE * 2, "{:?}", begun.elapsed());
    }

    #[tokio::test]
    async fn a_panic_passes_the_turn_on() {
        let logins = Logins::default();
        let panicked = logins.verify(address(1), || panic!("a defect")).await;
        assert!(matches!(panicked, Err(Error::Defect(_))));
        assert!(logins.verify(address(1), || true).await.expect("a turn"));
    }

    #[test]
    fn a_network_is_one_place() {
        let of = |text: &str| Place::of(text.parse().expect("an address"));
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:0:1"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }
}
