//! Sessions of browsers, kept in memory. A cookie with a random value names the session, and another random value is the
//! token of its forms.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use crate::error::Error;
use crate::shared::lock;

/// The most sessions. For another, the one that was not used for the longest time is ended.
const MOST: usize = 10_000;
/// A session that is not used for this time ends.
const IDLE: Duration = Duration::from_secs(7 * 24 * 3600);
/// The length of the texts that [`random`] returns.
pub const TOKEN_LENGTH: usize = 43;

/// The owner of a session.
#[derive(Clone, Debug, Default)]
pub struct Visitor {
    /// The name under which marks are saved.
    pub name: String,
    /// Every form must send it back.
    pub token: String,
    /// The value of the session's cookie; empty before the login.
    pub cookie: String,
}

#[derive(Default)]
pub struct Sessions {
    kept: Mutex<HashMap<String, KeptSession>>,
}

struct KeptSession {
    visitor: Visitor,
    used: Instant,
}

impl Sessions {
    pub fn begin(&self, name: &str) -> Result<Visitor, Error> {
        let visitor = Visitor {
            name: name.to_owned(),
            token: random()?,
            cookie: random()?,
        };
        let mut kept = self.lock();
        if kept.len() >= MOST
            && let Some((oldest, _)) = kept.iter().min_by_key(|(_, kept)| kept.used)
        {
            let oldest = oldest.clone();
            kept.remove(&oldest);
        }
        let (used, own) = (Instant::now(), visitor.clone());
        kept.insert(visitor.cookie.clone(), KeptSession { visitor: own, used });
        Ok(visitor)
    }

    /// Returns the session of a cookie.
    pub fn of(&self, cookie: &str) -> Option<Visitor> {
        self.of_at(cookie, Instant::now())
    }

    fn of_at(&self, cookie: &str, now: Instant) -> Option<Visitor> {
        let mut kept = self.lock();
        let found = kept.get_mut(cookie)?;
        if now.duration_since(found.used) > IDLE {
            kept.remove(cookie);
            return None;
        }
        found.used = now;
        Some(found.visitor.clone())
    }

    pub fn rename(&self, visitor: &Visitor, name: &str) {
        if let Some(kept) = self.lock().get_mut(&visitor.cookie) {
            name.clone_into(&mut kept.visitor.name);
        }
    }

    pub fn end(&self, visitor: &Visitor) {
        self.lock().remove(&visitor.cookie);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, KeptSession>> {
        lock(&self.kept)
    }
}

/// The visitor of a request, one of its extensions.
pub type Current = Arc<Visitor>;

/// Returns 32 random bytes as text.
pub fn random() -> Result<String, Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Error::Request(format!("no random numbers: {error}")))?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// Compares two texts in a time that does not reveal where they differ.
pub fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_bounded_and_end() {
        let sessions = Sessions::default();
        let first = sessions.begin("ann").expect("session");
        assert_eq!(sessions.of(&first.cookie).expect("it is there").name, "ann");
        sessions.rename(&first, "bea");
        assert_eq!(sessions.of(&first.cookie).expect("it is there").name, "bea");
        let all: Vec<Visitor> = (1..MOST).map(|_| sessions.begin("x").expect("session")).collect();
        // Its use makes another session the oldest.
        assert!(sessions.of(&first.cookie).is_some());
        let last = sessions.begin("x").expect("session");
        let is_there = |visitor: &Visitor| sessions.of(&visitor.cookie).is_some();
        assert!(is_there(&first) && !is_there(&all[0]) && is_there(&all[1]) && is_there(&last));
        sessions.end(&last);
        assert!(sessions.of(&last.cookie).is_none());
    }

    #[test]
    fn a_session_that_is_not_used_is_over() {
        let sessions = Sessions::default();
        let visitor = sessions.begin("ann").expect("session");
        assert_eq!(visitor.token.len(), TOKEN_LENGTH);
        let second = Duration::from_secs(1);
        let later = Instant::now() + IDLE - second;
        assert!(sessions.of_at(&visitor.cookie, later).is_some());
        // Each use makes it last as long again.
        assert!(sessions.of_at(&visitor.cookie, later + IDLE).is_some());
        assert!(sessions.of_at(&visitor.cookie, later + IDLE * 2 + second).is_none());
    }

    #[test]
    fn tokens_are_compared_whole() {
        assert!(same("abc", "abc") && !same("abc", "abd") && !same("abc", "ab") && !same("", "a"));
    }
}
