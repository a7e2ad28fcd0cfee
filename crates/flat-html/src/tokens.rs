//! The tokens of a text, for tests of the tokenizer alone.
//!
//! Tokens are strings of their own. Unlike [`parse`](crate::parse), [`tokens`] ends the process where memory for them
//! runs out.

use super::tokenizer::{Doctype, Sink, Store, Tag, Tokenizer};
use super::tree::Tree;
use super::work::Work;
use super::{Budget, Name, ParseError, Tick, check_length};

pub use super::tokenizer::State;

/// A token, as the tests of html5lib describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// All text up to the next other token.
    Text(String),
    /// What is between `<!--` and `-->`.
    Comment(String),
    /// A start tag: its name, its attributes, and whether it ends in `/>`.
    Start(String, Vec<(String, String)>, bool),
    /// The name of an end tag.
    End(String),
    /// A doctype: its name, public and system identifier, and `false` where the standard says "force-quirks".
    Doctype(Option<String>, Option<String>, Option<String>, bool),
}

struct Tokens<'t> {
    store: Store<'t>,
    tokens: Vec<Token>,
}

/// Returns the tokens of a text. The tokenizer begins in `state`. Raw text ends at an end tag with the name
/// `last_start_tag`.
///
/// # Errors
/// [`ParseError::TooLarge`] for a text of more than [`MAX_BYTES`](crate::MAX_BYTES).
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
    Ok(tokenizer.run(state)?.0.tokens)
}

impl<'t> Sink<'t> for Tokens<'t> {
    fn store(&mut self) -> &mut Store<'t> {
        &mut self.store
    }

    fn text(&mut self, text: &str) -> Result<(), ParseError> {
        match self.tokens.last_mut() {
            Some(Token::Text(all)) => all.push_str(text),
            _ => self.tokens.push(Token::Text(text.to_owned())),
        }
        Ok(())
    }

    fn null(&mut self) -> Result<(), ParseError> {
        self.text("\0")
    }

    fn comment(&mut self, comment: &str) -> Result<(), ParseError> {
        let comment = comment.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}");
        self.tokens.push(Token::Comment(comment));
        Ok(())
    }

    fn doctype(&mut self, doctype: &Doctype) -> Result<(), ParseError> {
        self.tokens.push(Token::Doctype(
            doctype.name.clone(),
            doctype.public.clone(),
            doctype.system.clone(),
            !doctype.force_quirks,
        ));
        Ok(())
    }

    fn start_tag(&mut self, tag: Tag) -> Result<State, ParseError> {
        let tree = &self.store.tree;
        let attributes = tag.attributes(tree).iter().map(|attribute| {
            let name = tree.names.text(Name(attribute.name())).to_owned();
            (name, attribute.value(tree).to_owned())
        });
        let attributes = attributes.collect();
        let name = tree.names.text(tag.name).to_owned();
        let token = Token::Start(name, attributes, tag.self_closing);
        self.tokens.push(token);
        Ok(State::Data)
    }

    fn end_tag(&mut self, tag: Tag) -> Result<(), ParseError> {
        let name = self.store.tree.names.text(tag.name).to_owned();
        self.tokens.push(Token::End(name));
        Ok(())
    }

    fn end(&mut self) -> Result<(), ParseError> {
        Ok(())
    }

    fn is_in_foreign_content(&self) -> bool {
        false
    }

    fn has_body(&self) -> bool {
        true
    }
}
