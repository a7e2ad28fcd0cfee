//! The fields of query strings and forms.

use crate::error::Error;
use crate::keys::Key;

/// Names and values, in order.
#[derive(Clone, Debug, Default)]
pub struct Fields(pub Vec<(String, String)>);

impl Fields {
    /// Reads a query string: `a=b&c=d`.
    pub fn read(text: &[u8]) -> Self {
        Self(url::form_urlencoded::parse(text).into_owned().collect())
    }

    /// Returns the first value of that name that is not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, value)| known == name && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn number<T: std::str::FromStr>(&self, name: &'static str) -> Result<Option<T>, Error> {
        let wrong = |value| Error::field(name, format!("“{name}” needs a number; “{value}” is not one"));
        self.get(name).map(|value| value.trim().parse().map_err(|_| wrong(value))).transpose()
    }

    /// Returns the key of a page: the fields `key` in order.
    pub fn key(&self) -> Key {
        self.all("key").map(str::to_owned).collect()
    }
}

/// What the fields of a form hold when it is shown: what was typed, where it is shown again after an error, and which field
/// is at fault. That field has `autofocus[typed.focus(name)]` and `aria-invalid=[typed.fault(name)]`.
#[derive(Clone, Copy, Default)]
pub struct Typed<'t> {
    fields: Option<&'t Fields>,
    fault: Option<&'t str>,
}

impl<'t> Typed<'t> {
    pub fn new(fields: &'t Fields, error: Option<&'t Error>) -> Self {
        let fault = match error {
            Some(Error::Field { name, .. }) => Some(*name),
            _ => None,
        };
        Self {
            fields: Some(fields),
            fault,
        }
    }

    /// Returns the text of a field: what was typed, or otherwise the usual one.
    pub fn value(self, name: &str, usual: &'t str) -> &'t str {
        match self.fields {
            Some(fields) => fields.all(name).next().unwrap_or_default(),
            None => usual,
        }
    }

    /// Whether a choice is shown as chosen.
    pub fn is_chosen(self, name: &str, value: &str, usual: bool) -> bool {
        self.fields.map_or(usual, |fields| fields.all(name).any(|chosen| chosen == value))
    }

    /// Returns `true` for the field at fault.
    pub fn focus(self, name: &str) -> bool {
        self.fault == Some(name)
    }

    pub fn fault(self, name: &str) -> Option<&'static str> {
        self.focus(name).then_some("true")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_keeps_what_was_typed() {
        let usual = Typed::default();
        assert!(usual.value("folds", "5") == "5" && usual.is_chosen("gold", "marks", true) && !usual.focus("folds"));
        let fields = Fields::read(b"folds=many&name=&gold=column");
        let error = fields.number::<u32>("folds").err();
        let again = Typed::new(&fields, error.as_ref());
        assert_eq!((again.value("folds", "5"), again.value("name", "x")), ("many", ""));
        assert!(again.is_chosen("gold", "column", false) && !again.is_chosen("gold", "marks", true));
        assert_eq!((again.fault("folds"), again.fault("name")), (Some("true"), None));
        assert!(error.is_some_and(|error| error.to_string() == "“folds” needs a number; “many” is not one"));
    }
}
