//! The ids that pages give to their own elements, which no anchor of a document may double.

use std::collections::BTreeSet;
use std::path::Path;

use lagrum_render::html::PAGE_IDS;

/// What stands before an id in a template and in a script.
const BEFORE: [&str; 2] = [" id=\"", ".id = \""];

/// The ids that a file writes as they are. `h1` of a page stands there only where the text has no such anchor.
fn ids(path: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let after = BEFORE.iter().flat_map(|before| text.split(before).skip(1));
    let ids = after.filter_map(|rest| rest.split_once('"')).map(|(id, _)| id.to_owned());
    ids.filter(|id| !id.contains("{{") && id != "h1").collect()
}

#[test]
fn ids_of_the_page_of_a_document_are_kept_for_it() {
    let site = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    for name in ["frame.html", "document.html", "note.html", "metadata.html"] {
        found.extend(ids(&site.join("templates").join(name)));
    }
    for entry in std::fs::read_dir(site.join("assets")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "js") {
            found.extend(ids(&path));
        }
    }
    assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), PAGE_IDS);
}
