//! The doctypes of quirks mode (HTML standard, 13.2.6.4.1 "initial"). "Limited-quirks mode" does not change a tree, so
//! it counts as no quirks.

use crate::memory::{OutOfMemory, try_to_owned};
use crate::tokenizer::Doctype;

/// Public identifiers that start with one of these mean quirks mode. In lower case.
const PREFIXES: [&str; 55] = [
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];

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
    let begins = |all: &[&str]| all.iter().any(|begin| public.starts_with(begin));
    Ok(PUBLIC.contains(&&*public) || begins(&PREFIXES) || system.is_none() && begins(&ALONE))
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
