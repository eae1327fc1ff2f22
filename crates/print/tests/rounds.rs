//! The typesetter sets a text once, however many links and chapters it has. With a table of contents it takes at
//! most two rounds more.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use lagrum_print::paper;
use serde_json::json;

/// The rounds of typesetting a statute with this many chapters: the largest number in the record of the typesetter.
fn rounds(chapters: usize, contents: bool, columns: u8) -> usize {
    let structure: Vec<_> = (1..=chapters)
        .flat_map(|n| {
            let uri = format!("https://lag.example/1:1#K{}", chapters + 1 - n);
            [
                json!({ "type": "rubrik", "level": 1, "id": format!("K{n}"), "text": [format!("{n} kap.")] }),
                json!({ "type": "stycke", "text": ["Se ", { "text": "ett kapitel", "uri": uri }, " till."] }),
                json!({ "type": "stycke", "text": ["ord ".repeat(300)] }),
            ]
        })
        .collect();
    let manuscript = json!({
        "title": "Lag", "head": "Lagen", "address": "https://lag.example/1:1",
        "artifact": { "uri": "https://lag.example/1:1", "structure": structure },
        "layout": { "contents": contents, "amendments": true, "columns": columns },
        "context": [], "figures": [],
    });
    typst_timing::clear();
    paper::typeset(manuscript.to_string().as_bytes()).unwrap();
    let mut record = Vec::new();
    typst_timing::export_json(&mut record, |_| (String::new(), 0)).unwrap();
    let record = String::from_utf8(record).unwrap();
    (1..=5).filter(|round| record.contains(&format!("\"iter ({round})\""))).max().unwrap()
}

/// One test, since there is one record.
#[test]
fn a_text_is_set_in_one_round_and_contents_in_three_at_most() {
    typst_timing::enable();
    for columns in [1, 2] {
        for chapters in [1, 12] {
            assert_eq!(rounds(chapters, false, columns), 1);
            assert!(rounds(chapters, true, columns) <= 3);
        }
    }
}
