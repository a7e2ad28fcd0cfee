//! The members of objects, sorted as `jsonb` has them.

use crate::json::tokens::{Token, Tokens, unescape};
use crate::prelude::*;

use super::containers::Container;
use super::{JsonbError, Made};

/// A member of an object.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The key, among the texts of all keys.
    key: u32,
    length: u32,
    /// Where its value begins in the text.
    value: u32,
    /// The number of the value, if it is a container.
    container: u32,
}

/// The members of objects of which one is in the other.
#[derive(Debug, Default)]
pub struct Keys {
    pub members: Vec<Member>,
    /// The texts of keys of the innermost object, until it has written them.
    pub texts: Vec<u8>,
}

impl Keys {
    /// Returns a key.
    pub fn key(&self, place: usize) -> &[u8] {
        self.members.get(place).map_or(&[], |member| text(&self.texts, member))
    }

    /// Returns where the value of a member begins in the text, and the number that it has if it is a container.
    pub fn value(&self, place: usize) -> Option<(usize, u32)> {
        let member = self.members.get(place)?;
        Some((member.value as usize, member.container))
    }

    /// Adds the members of the object that begins at a place of the text and has this number.
    pub fn read(
        &mut self,
        json: &[u8],
        at: usize,
        number: u32,
        containers: &[Container],
        work: &mut Countdown,
    ) -> Made {
        let mut tokens = Tokens { text: json, at: at + 1 };
        let mut container = number + 1;
        loop {
            let start = tokens.skip_spaces();
            let invalid = JsonbError::Invalid { at: start };
            let is_escaped = match tokens.next()? {
                Token::String { is_escaped } => is_escaped,
                Token::End { is_object: true } => return Ok(()),
                _ => return Err(invalid),
            };
            let key = self.texts.len();
            let written = &json[start + 1..tokens.at - 1];
            if is_escaped {
                unescape(written, start, &mut self.texts)?;
            } else {
                self.texts.try_extend_from_slice(written)?;
            }
            if tokens.next()? != Token::Colon {
                return Err(invalid);
            }
            let value = tokens.skip_spaces();
            self.members.try_push(Member {
                key: key as u32,
                length: (self.texts.len() - key) as u32,
                value: value as u32,
                container,
            })?;
            match tokens.next()? {
                Token::Begin { .. } => {
                    let inner = containers.get(container as usize).ok_or(invalid)?;
                    tokens.at = inner.end as usize;
                    container = inner.next;
                }
                Token::String { .. } | Token::Number | Token::True | Token::False | Token::Null => {
                    work.charge(tokens.at - start);
                }
                _ => return Err(invalid),
            }
            work.charge(1);
            match tokens.next()? {
                Token::Comma => {}
                Token::End { is_object: true } => return Ok(()),
                _ => return Err(invalid),
            }
        }
    }

    /// Sorts the members from a place on, and leaves the last one of each key. Returns how many they are.
    pub fn sort(&mut self, from: usize, work: &mut Countdown) -> u32 {
        let texts = &self.texts;
        let members = &mut self.members[from..];
        members.sort_unstable_by(|one, other| {
            work.charge(1 + one.length.min(other.length) as usize / 64);
            let by_length = one.length.cmp(&other.length);
            by_length.then_with(|| text(texts, one).cmp(text(texts, other))).then(other.value.cmp(&one.value))
        });
        let mut length = members.len().min(1);
        for place in 1..members.len() {
            work.charge(1);
            let member = members[place];
            if text(texts, &members[length - 1]) != text(texts, &member) {
                members[length] = member;
                length += 1;
            }
        }
        self.members.truncate(from + length);
        length as u32
    }
}

fn text<'k>(texts: &'k [u8], member: &Member) -> &'k [u8] {
    texts.get(member.key as usize..(member.key + member.length) as usize).unwrap_or_default()
}
