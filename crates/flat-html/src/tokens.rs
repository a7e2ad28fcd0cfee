//! The tokens of a text, for tests of the tokenizer alone.

use crate::Tick;
use crate::memory::TryPush;

use super::tokenizer::{Doctype, Sink, Store, Tag, Tokenizer};
use super::tree::Tree;
use super::{Budget, ParseError, check_length};
use crate::work::Work;

pub use super::tokenizer::State;

/// A token, as the tests of html5lib describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// Text.
    Text(String),
    /// A comment.
    Comment(String),
    /// A start tag: name, attributes, whether it closes itself.
    Start(String, Vec<(String, String)>, bool),
    /// An end tag.
    End(String),
    /// A doctype: name, public and system identifier, whether it is right.
    Doctype(Option<String>, Option<String>, Option<String>, bool),
}

struct Tokens<'t> {
    store: Store<'t>,
    tokens: Vec<Token>,
}

/// Returns the tokens of a text. The tokenizer begins in `state`, and an end tag must have the name `last_start_tag` to
/// end raw text.
///
/// # Errors
/// [`ParseError`], where the text is too long or memory has run out.
pub fn tokens(html: &str, state: State, last_start_tag: &str, tick: Tick<'_>) -> Result<Vec<Token>, ParseError> {
    check_length(html)?;
    let mut store = Store {
        tree: Tree::new(html.len())?,
        work: Work::new(tick),
        budget: Budget::default(),
    };
    let last = store.tree.names.intern(last_start_tag, &mut store.work)?;
    let tokens = Tokens {
        store,
        tokens: Vec::new(),
    };
    let mut tokenizer = Tokenizer::new(html, tokens);
    tokenizer.set_last_start_tag(last);
    Ok(tokenizer.run(state)?.tokens)
}

impl<'t> Sink<'t> for Tokens<'t> {
    fn store(&mut self) -> &mut Store<'t> {
        &mut self.store
    }

    fn text(&mut self, text: &str) -> Result<(), ParseError> {
        if let Some(Token::Text(all)) = self.tokens.last_mut() {
            all.push_str(text);
            return Ok(());
        }
        Ok(self.tokens.try_push(Token::Text(text.to_owned()))?)
    }

    fn null(&mut self) -> Result<(), ParseError> {
        self.text("\0")
    }

    fn comment(&mut self, comment: &str) -> Result<(), ParseError> {
        let comment = comment
            .replace("\r\n", "\n")
            .replace('\r', "\n")
            .replace('\0', "\u{fffd}");
        Ok(self.tokens.try_push(Token::Comment(comment))?)
    }

    fn doctype(&mut self, doctype: &Doctype) -> Result<(), ParseError> {
        Ok(self.tokens.try_push(Token::Doctype(
            doctype.name.clone(),
            doctype.public.clone(),
            doctype.system.clone(),
            !doctype.force_quirks,
        ))?)
    }

    fn start_tag(&mut self, tag: Tag) -> Result<State, ParseError> {
        let tree = &self.store.tree;
        let attributes = tag.attributes(tree).iter().map(|attribute| {
            let name = tree.names.text(super::Name(attribute.name())).to_owned();
            (name, attribute.value(tree).to_owned())
        });
        let attributes = attributes.collect();
        let name = tree.names.text(tag.name).to_owned();
        self.tokens.try_push(Token::Start(name, attributes, tag.self_closing))?;
        Ok(State::Data)
    }

    fn end_tag(&mut self, tag: Tag) -> Result<(), ParseError> {
        let name = self.store.tree.names.text(tag.name).to_owned();
        Ok(self.tokens.try_push(Token::End(name))?)
    }

    fn end(&mut self) -> Result<(), ParseError> {
        Ok(())
    }

    fn is_in_foreign_content(&self) -> bool {
        false
    }
}
