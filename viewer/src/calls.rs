//! Calls of goce's functions. Each names all arguments with their types. Otherwise a function of the same name that
//! somebody else created in goce's schema could fit the call as well, or better.

/// A function of goce.
#[derive(Clone, Copy)]
pub struct Function {
    name: &'static str,
    /// The type and the default of each argument.
    arguments: &'static [(&'static str, &'static str)],
}

const NULL: &str = "NULL";
const METHOD: (&str, &str) = ("text", "'auto'");
const FOCUS: (&str, &str) = ("text", "'balanced'");
/// A model, in place of a method. A screenshot, which stands before it where there is one, is declared alike.
const MODEL: (&str, &str) = ("bytea", NULL);
const HIDDEN: (&str, &str) = ("text", "'folded'");
/// A type of goce's schema.
const SITE: (&str, &str) = ("goce_site", NULL);

macro_rules! functions {
    ($($constant:ident = $name:literal ($($argument:expr),*);)*) => {
        $(pub const $constant: Function = Function { name: $name, arguments: &[$($argument),*] };)*
    };
}

functions! {
    BLOCKS = "goce_blocks" (
        ("text", NULL), METHOD, ("text", NULL), ("bytea", NULL), ("boolean", NULL), FOCUS, SITE, MODEL, HIDDEN
    );
    DIFF = "goce_diff" (("text", NULL), ("text", NULL), ("text", NULL));
    CREATE_TARGET = "goce_create_target" (("regclass", NULL), ("text", NULL), ("text[]", "'{}'"));
    DECODE = "goce_decode" (("bytea", NULL), ("text", NULL));
    EXTRACT = "goce_extract" (
        ("text", NULL), METHOD, ("text", NULL), ("bytea", NULL), ("boolean", NULL), FOCUS, SITE, ("text", NULL),
        ("boolean", "false"), MODEL, HIDDEN
    );
    EXTRACT_PENDING = "goce_extract_pending" (
        ("regclass", NULL), ("regclass", NULL), ("int", "100"), METHOD, ("text", "'html'"), ("interval", "'30 s'"),
        ("text", NULL), ("text", NULL), ("text", NULL), HIDDEN, ("boolean", NULL), FOCUS, ("boolean", NULL),
        ("boolean", NULL)
    );
    HIGHLIGHT = "goce_highlight" (
        ("text", NULL), METHOD, ("text", NULL), ("bytea", NULL), ("boolean", NULL), FOCUS, SITE, MODEL, HIDDEN
    );
    MARKDOWN = "goce_markdown" (
        ("text", NULL), METHOD, ("text", NULL), ("bytea", NULL), ("text", NULL), ("boolean", "false"), ("boolean", NULL),
        FOCUS, SITE, ("boolean", "true"), MODEL, HIDDEN, ("text", "'tex'")
    );
    METADATA = "goce_metadata" (("text", NULL), ("text", NULL), ("text", NULL));
    METHODS = "goce_methods" ();
    MODEL_INFO = "goce_model_info" (("bytea", NULL));
    PAGE = "goce_page" (
        ("text", NULL), ("text", NULL), METHOD, ("text", NULL), ("bytea", NULL), ("boolean", NULL), FOCUS, SITE,
        ("boolean", "true"), MODEL, HIDDEN
    );
    PUBLISH = "goce_publish" (("text", NULL), ("bytea", NULL), ("boolean", "false"));
    TRAIN = "goce_train" (("text", NULL), ("text", "'auto'"), ("jsonb", "'{}'"));
    WORD_F1 = "goce_word_f1" (("text", NULL), ("text", NULL));
}

impl Function {
    /// Returns a call with these expressions as the first arguments. `goce` is the quoted name of goce's schema.
    pub fn call(&self, goce: &str, given: &[&str]) -> String {
        let argument = |(place, (kind, default)): (usize, &(&str, &'static str))| {
            let value = given.get(place).unwrap_or(default);
            let schema = if *kind == SITE.0 { goce } else { "" };
            let dot = if schema.is_empty() { "" } else { "." };
            format!("({value})::{schema}{dot}{kind}")
        };
        let arguments = self.arguments.iter().enumerate().map(argument);
        let arguments: Vec<String> = arguments.collect();
        format!("{goce}.{}({})", self.name, arguments.join(", "))
    }

    /// Returns a call for the page `p.page` by a method, or by a model.
    pub fn call_by(&self, goce: &str, method: &str, model: Option<&str>) -> String {
        let mut given: Vec<&str> = self.arguments.iter().map(|(_, default)| *default).collect();
        let model_at = self.arguments.iter().rposition(|argument| *argument == MODEL);
        let method_at = self.arguments.iter().position(|argument| *argument == METHOD);
        for (place, value) in [(Some(0), Some("p.page")), (method_at, Some(method)), (model_at, model)] {
            if let (Some(place), Some(value)) = (place, value) {
                given[place] = value;
            }
        }
        self.call(goce, &given)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::{EXTRACT, WORD_F1};

    #[test]
    fn a_call_has_all_arguments_with_their_types() {
        assert_eq!(WORD_F1.call("goce", &["a", "b || c"]), "goce.goce_word_f1((a)::text, (b || c)::text)");
        assert_eq!(
            EXTRACT.call("\"a b\"", &["p.page", "$1"]),
            "\"a b\".goce_extract((p.page)::text, ($1)::text, (NULL)::text, (NULL)::bytea, (NULL)::boolean, \
             ('balanced')::text, (NULL)::\"a b\".goce_site, (NULL)::text, (false)::boolean, (NULL)::bytea, ('folded')::text)"
        );
    }

    #[test]
    fn a_call_is_by_a_method_or_by_a_model() {
        let by = |model| super::PAGE.call_by("goce", "$1", model);
        assert!(by(None).starts_with("goce.goce_page((p.page)::text, (NULL)::text, ($1)::text, (NULL)::text"));
        assert!(by(None).ends_with("(true)::boolean, (NULL)::bytea, ('folded')::text)"));
        assert!(by(Some("m")).ends_with("(true)::boolean, (m)::bytea, ('folded')::text)"));
    }

    /// The Rust files below a directory.
    fn sources(directory: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                found.extend(sources(&path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
        found
    }

    #[test]
    fn no_other_statement_calls_goce() {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for path in sources(&own) {
            if path.ends_with("calls.rs") {
                continue;
            }
            let source = fs::read_to_string(&path).unwrap();
            for (at, _) in source.match_indices(".goce_") {
                let name = source[at + 1..].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                assert!(
                    !source[at + 1 + name.len()..].starts_with('('),
                    "{} calls {name} without calls.rs",
                    path.display()
                );
            }
        }
    }
}
