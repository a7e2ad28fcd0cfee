//! The arrays and objects of a text of JSON, in the order in which they begin.

use crate::json::tokens::{Token, Tokens};
use crate::prelude::*;

use super::{JsonbError, LONGEST, Made};

/// An array or object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Container {
    /// The number of its values.
    pub members: u32,
    /// The place behind its last bracket.
    pub end: u32,
    /// The number of the container behind it and all in it.
    pub next: u32,
}

/// Returns the containers of a text.
pub fn containers(text: &[u8]) -> Made<Vec<Container>> {
    if u32::try_from(text.len()).is_err() {
        return Err(JsonbError::TooLarge { limit: LONGEST });
    }
    let mut all: Vec<Container> = Vec::new();
    // Those that are open, and whether each is an object.
    let mut open: Vec<(u32, bool)> = Vec::new();
    let mut tokens = Tokens { text, at: 0 };
    let mut work = Countdown::new(CHECK_BYTES);
    loop {
        let start = tokens.at;
        let token = tokens.next()?;
        work.charge(tokens.at - start);
        let is_member = match (token, open.last()) {
            (Token::Nothing, None) => return Ok(all),
            (Token::Nothing, Some(_)) => return Err(JsonbError::Invalid { at: start }),
            (Token::Colon, Some((_, true))) => true,
            (Token::Comma | Token::Colon | Token::End { .. }, _) => false,
            (_, Some((_, is_object))) => !is_object,
            (_, None) => false,
        };
        if let Some(container) = open.last().filter(|_| is_member).and_then(|(number, _)| all.get_mut(*number as usize))
        {
            container.members += 1;
        }
        match token {
            Token::Begin { is_object } => {
                // Each takes an entry and a header of four bytes.
                if all.len() >= LONGEST / 8 {
                    return Err(JsonbError::TooLarge { limit: LONGEST });
                }
                open.try_push((all.len() as u32, is_object))?;
                all.try_push(Container::default())?;
            }
            Token::End { is_object } => {
                let next = all.len() as u32;
                let ended = open.pop().filter(|(_, is_open_object)| *is_open_object == is_object);
                let ended = ended.and_then(|(number, _)| all.get_mut(number as usize));
                let container = ended.ok_or(JsonbError::Invalid { at: start })?;
                container.end = tokens.at as u32;
                container.next = next;
            }
            _ => {}
        }
    }
}
