//! The doctypes of quirks mode (HTML standard, 13.2.6.4.1 "initial"). "Limited-quirks mode" does not change a tree, so
//! it counts as no quirks.

use crate::memory::{OutOfMemory, try_to_owned};
use crate::tokenizer::Doctype;

/// Public identifiers that start with one of these lines mean quirks mode. In lower case.
const PREFIXES: &str = include_str!("quirks.txt");

/// Public identifiers that mean quirks mode. In lower case.
const PUBLIC: [&str; 3] = [
    "-//w3o//dtd w3 html strict 3.0//en//",
    "-/w3c/dtd html 4.0 transitional/en",
    "html",
];

/// The system identifier that means quirks mode. In lower case.
const SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

/// Public identifiers that start with one of these mean quirks mode if there is no system identifier. In lower case.
const ALONE: [&str; 2] = [
    "-//w3c//dtd html 4.01 frameset//",
    "-//w3c//dtd html 4.01 transitional//",
];

/// Returns `true` for a doctype that puts the page into quirks mode.
pub fn is_quirky(doctype: &Doctype) -> Result<bool, OutOfMemory> {
    if doctype.force_quirks || doctype.name.as_deref() != Some("html") {
        return Ok(true);
    }
    let system = doctype.system.as_deref();
    if system.is_some_and(|system| system.eq_ignore_ascii_case(SYSTEM)) {
        return Ok(true);
    }
    let Some(public) = &doctype.public else {
        return Ok(false);
    };
    let mut public = try_to_owned(public)?;
    public.make_ascii_lowercase();
    let begins = |begin: &str| public.starts_with(begin);
    let is_quirky = PUBLIC.contains(&&*public) || PREFIXES.lines().any(begins);
    Ok(is_quirky || system.is_none() && ALONE.into_iter().any(begins))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_of_doctypes() {
        for (public, system, is) in [
            (None, None, false),
            (None, Some("about:legacy-compat"), false),
            (Some("-//W3C//DTD HTML 4.01//EN"), None, false),
            (Some("-//W3C//DTD HTML 4.01 Transitional//EN"), None, true),
            (Some("-//W3C//DTD HTML 4.01 Transitional//EN"), Some("loose.dtd"), false),
            (Some("-//W3C//DTD HTML 3.2 Final//EN"), Some("x"), true),
            (Some("HTML"), None, true),
            (Some("-//W3C//DTD XHTML 1.0 Transitional//EN"), Some("x"), false),
            (None, Some("HTTP://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"), true),
        ] {
            let doctype = |name: &str, force_quirks| Doctype {
                name: Some(name.to_owned()),
                public: public.map(str::to_owned),
                system: system.map(str::to_owned),
                force_quirks,
            };
            assert_eq!(is_quirky(&doctype("html", false)), Ok(is), "{public:?} {system:?}");
            assert_eq!(is_quirky(&doctype("html", true)), Ok(true));
            assert_eq!(is_quirky(&doctype("htm", false)), Ok(true));
        }
    }
}
