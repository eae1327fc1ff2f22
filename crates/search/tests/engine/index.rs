//! What an index has after a rebuild or damage.

use lagrum_search::{Embedded, HitOrder};

use crate::corpus::{index, plain, titles};

#[test]
fn a_text_that_is_gone_is_not_found() {
    let mut docs = vec![plain("a", "får i hage", 0), plain("b", "får på vall", 0)];
    let first = index(&docs, None);
    docs[0].text = None;
    let second = index(&docs, Some(&first));
    let engine = Embedded::open(second.path()).unwrap();
    assert_eq!(titles(&engine, "får", HitOrder::Relevance), "b");
    assert_eq!(titles(&engine, "\"hage\"", HitOrder::Relevance), "");
    // The index before is as it was.
    assert_eq!(titles(&Embedded::open(first.path()).unwrap(), "hage", HitOrder::Relevance), "a");
}

#[test]
fn a_damaged_index_is_refused() {
    type Damage = fn(&std::path::Path);
    let damage: [(&str, Damage); 4] = [
        ("index.json", |path| std::fs::write(path, "{").unwrap()),
        ("index.json", |path| std::fs::write(path, r#"{"format":0,"sources":[],"kinds":[]}"#).unwrap()),
        ("vocabulary", |path| std::fs::write(path, "x").unwrap()),
        ("compounds", |path| std::fs::remove_file(path).unwrap()),
    ];
    for (file, damage) in damage {
        let folder = index(&[plain("a", "får", 0)], None);
        damage(&folder.path().join(file));
        assert!(Embedded::open(folder.path()).is_err(), "{file}");
    }
    let folder = index(&[plain("a", "får", 0)], None);
    std::fs::remove_dir_all(folder.path().join("texts")).unwrap();
    assert!(Embedded::open(folder.path()).is_err());
}
