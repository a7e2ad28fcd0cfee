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
    use crate::tests::{cases, tree};

    #[test]
    fn modes_of_doctypes() {
        for [doctype, mode] in cases(
            "
            html => standard
            html system 'about:legacy-compat' => standard
            html public '-//W3C//DTD HTML 4.01//EN' => standard
            html public '-//W3C//DTD HTML 4.01 Transitional//EN' => quirks
            html public '-//W3C//DTD HTML 4.01 Transitional//EN' 'loose.dtd' => standard
            html public '-//W3C//DTD HTML 3.2 Final//EN' 'x' => quirks
            html public 'HTML' => quirks
            html public '-//W3C//DTD XHTML 1.0 Transitional//EN' 'x' => standard
            html system 'HTTP://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd' => quirks
            htm system 'about:legacy-compat' => quirks
            html public '-//W3C//DTD HTML 4.01//EN' ' => quirks",
        ) {
            assert_eq!(tree(&format!("<!doctype {doctype}>")).is_quirks(), mode == "quirks", "{doctype}");
        }
    }
}
