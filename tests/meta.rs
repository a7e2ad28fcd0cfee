//! META.json says of the package what PGXN wants to know (PGXN Meta Spec 1.0.0), and it is true. PGXN itself checks the
//! shapes of what need not be there.

use serde_json::Value;

use crate::pages::{VERSION, root};

#[test]
fn required_fields_are_there_and_true() {
    let meta: Value = serde_json::from_str(include_str!("../META.json")).unwrap();
    for (field, value) in [
        ("/version", VERSION),
        ("/license", "postgresql"),
        ("/meta-spec/version", "1.0.0"),
        ("/provides/goce/version", VERSION),
    ] {
        assert_eq!(meta.pointer(field).unwrap(), value, "{field}");
    }
    // A version has three numbers, none with a zero before it.
    let numbers: Vec<u32> = VERSION.split('.').map(|number| number.parse().unwrap()).collect();
    assert_eq!(numbers.iter().map(u32::to_string).collect::<Vec<_>>().join("."), VERSION);
    assert_eq!((numbers.len(), meta["provides"].as_object().unwrap().len()), (3, 1));
    for field in ["/name", "/abstract", "/maintainer", "/provides/goce/abstract"] {
        let text = meta.pointer(field).unwrap().as_str().unwrap();
        assert!(!text.trim().is_empty(), "{field}");
    }
    for field in ["file", "docfile"] {
        assert!(root(meta["provides"]["goce"][field].as_str().unwrap()).is_file(), "{field}");
    }
}
