//! Who is there: a cookie with a random token, kept in memory. Each session has a token for its forms.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use crate::error::Error;

/// Sessions that are kept; the oldest go first.
const MOST: usize = 10_000;

/// One browser's session.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The name under which marks are saved.
    pub name: String,
    /// What every form has to send back.
    pub token: String,
    /// The cookie's value.
    pub cookie: String,
}

/// All sessions.
#[derive(Default)]
pub struct Sessions {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    visitors: HashMap<String, Visitor>,
    order: VecDeque<String>,
}

impl Sessions {
    /// Begins a session.
    pub fn begin(&self, name: &str) -> Result<Visitor, Error> {
        let visitor = Visitor {
            name: name.to_owned(),
            token: random()?,
            cookie: random()?,
        };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.order.len() >= MOST
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.visitors.remove(&oldest);
        }
        kept.order.push_back(visitor.cookie.clone());
        kept.visitors
            .insert(visitor.cookie.clone(), visitor.clone());
        Ok(visitor)
    }

    /// Returns the session of a cookie.
    pub fn of(&self, cookie: &str) -> Option<Visitor> {
        self.kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .visitors
            .get(cookie)
            .cloned()
    }

    /// Gives a session another name.
    pub fn rename(&self, visitor: &Visitor, name: &str) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(visitor) = kept.visitors.get_mut(&visitor.cookie) {
            name.clone_into(&mut visitor.name);
        }
    }

    /// Ends a session.
    pub fn end(&self, visitor: &Visitor) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.visitors.remove(&visitor.cookie);
        kept.order.retain(|cookie| *cookie != visitor.cookie);
    }
}

/// A session's visitor, as the handlers of a request get it.
pub type Current = Arc<Visitor>;

/// Returns 32 random bytes as text.
pub fn random() -> Result<String, Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::Request(format!("no random numbers: {error}")))?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// Compares in a time that does not tell where they differ.
pub fn same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one
            .bytes()
            .zip(other.bytes())
            .fold(0, |differs, (a, b)| differs | (a ^ b))
            == 0
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
        let last = (0..MOST)
            .map(|_| sessions.begin("x").expect("session"))
            .last()
            .expect("sessions");
        assert!(sessions.of(&first.cookie).is_none() && sessions.of(&last.cookie).is_some());
        sessions.end(&last);
        assert!(sessions.of(&last.cookie).is_none());
    }

    #[test]
    fn tokens_are_compared_whole() {
        assert!(same("abc", "abc") && !same("abc", "abd") && !same("abc", "ab") && !same("", "a"));
    }
}
