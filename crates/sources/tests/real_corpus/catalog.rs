//! The names, dates and other columns of every catalog row.

use std::collections::BTreeMap;

use lagrum_sources::Description;
use serde_json::Value;

use crate::corpus::corpus;

/// A known difference: which documents and columns it shows in, how the two sides then look, and how many documents
/// it has.
struct Cause {
    name: &'static str,
    source: &'static str,
    columns: &'static [&'static str],
    holds: fn(&Difference) -> bool,
    documents: usize,
}

struct Difference<'a> {
    local_id: &'a str,
    row: &'a Value,
    column: &'static str,
    ours: &'a str,
    theirs: &'a str,
}

impl Difference<'_> {
    fn is_stub(&self) -> bool {
        self.row["stub"] == true
    }

    fn theirs_is(&self, column: &str) -> bool {
        self.row[column] == self.theirs
    }

    fn kind_is(&self, kind: &str) -> bool {
        self.row["kind"] == kind
    }
}

/// Whether a display was cut before a word.
fn is_cut_display(found: &Difference) -> bool {
    let words = found.ours.strip_suffix('…').unwrap_or_default();
    found.theirs.chars().count() > 300 && !words.is_empty() && found.theirs.starts_with(words)
}

const CAUSES: [Cause; 36] = [
    Cause {
        name: "a commentary that is only a link to a translation is of a kind of its own",
        source: "kommentar",
        columns: &["kind"],
        holds: |found| found.ours == "oversattning" && found.theirs == "kommentar",
        documents: 108,
    },
    Cause {
        name: "what editors and printers put into a title is not shown",
        source: "sfs",
        columns: &["title", "display", "short_title", "descriptive"],
        holds: |found| {
            found.theirs.starts_with('/') || found.theirs.ends_with(';') || found.theirs.contains("( ")
        },
        documents: 90,
    },
    Cause {
        name: "a rule of dashes in a title is three of them",
        source: "sfs",
        columns: &["title", "display", "short_title", "descriptive"],
        holds: |found| {
            let rule = found.theirs.split_once("- - - - -").map(|(words, _)| words);
            rule.is_some() && found.ours.split_once("- - -").map(|(words, _)| words) == rule
        },
        documents: 1,
    },
    Cause {
        name: "a case has its name",
        source: "dv",
        columns: &["label", "title", "display", "short_title", "descriptive"],
        holds: |found| found.theirs.is_empty() || found.ours.ends_with(&format!(" ({})", found.theirs)),
        documents: 1,
    },
    Cause {
        name: "a verdict is shown with the name of its court",
        source: "dv",
        columns: &["display"],
        holds: |found| found.theirs.starts_with("HDO ") && found.ours.starts_with("Högsta domstolen "),
        documents: 1,
    },
    Cause {
        name: "a title is shown with a capital",
        source: "forarbete",
        columns: &["display"],
        holds: |found| found.ours.to_lowercase() == found.theirs.to_lowercase(),
        documents: 3,
    },
    Cause {
        name: "the day is that of the text and the ECLI, where the record has another",
        source: "hudoc",
        columns: &["date", "year"],
        holds: |found| {
            let ecli = found.row["label"].as_str().unwrap().replace(':', "");
            ecli.contains(&found.ours.replace('-', ""))
        },
        documents: 14,
    },
    Cause {
        name: "a decision is shown under the first sentence of its summary",
        source: "avg",
        columns: &["display"],
        holds: |found| found.theirs.starts_with(found.ours) && found.kind_is("arn"),
        documents: 5,
    },
    Cause {
        name: "a treaty is shown under its Swedish name",
        source: "coe",
        columns: &["display"],
        holds: |found| found.theirs_is("title"),
        documents: 1,
    },
    Cause {
        name: "a treaty is shown under its Swedish name",
        source: "icrc",
        columns: &["display"],
        holds: |found| found.theirs_is("title"),
        documents: 7,
    },
    Cause {
        name: "a treaty is shown under its Swedish name",
        source: "untc",
        columns: &["display"],
        holds: |found| found.theirs_is("title"),
        documents: 13,
    },
    Cause {
        name: "a judgment has its name",
        source: "eurlex",
        columns: &["title", "display", "short_title", "descriptive"],
        holds: |found| {
            found.kind_is("judgment") && found.row["uri"].as_str().unwrap().ends_with("62016CJ0064")
        },
        documents: 1,
    },
    Cause {
        name: "an act has its designation, which is not always a Swedish one",
        source: "eurlex",
        columns: &["short_id"],
        holds: |found| found.theirs_is("label") && found.ours.contains('/') && !found.kind_is("opinion"),
        documents: 77,
    },
    Cause {
        name: "a remark on the European Economic Area is no name",
        source: "eurlex",
        columns: &["display", "short_title", "descriptive"],
        holds: |found| {
            found.theirs.contains("Text with EEA relevance") && !found.ours.contains("EEA relevance")
        },
        documents: 113,
    },
    Cause {
        name: "a name is shown with a capital",
        source: "eurlex",
        columns: &["display"],
        holds: |found| found.ours.to_lowercase() == found.theirs.to_lowercase(),
        documents: 1,
    },
    Cause {
        name: "a name is not quoted",
        source: "eurlex",
        columns: &["display", "short_title", "descriptive"],
        holds: |found| found.theirs.contains('‘') && found.theirs.replace(['‘', '’'], "") == found.ours,
        documents: 1,
    },
    Cause {
        name: "the beginning of a title is no name",
        source: "eurlex",
        columns: &["short_title", "descriptive"],
        holds: |found| !found.theirs.is_empty() && found.theirs.starts_with(found.ours),
        documents: 172,
    },
    Cause {
        name: "the designation of another act is no name of this one",
        source: "eurlex",
        columns: &["descriptive"],
        holds: |found| found.local_id == "celex/32009D1008",
        documents: 1,
    },
    Cause {
        name: "a statute is shown under its established name",
        source: "sfs",
        columns: &["display"],
        holds: |found| found.theirs_is("title"),
        documents: 170,
    },
    Cause {
        name: "their table of laws has blanks in some numbers",
        source: "sfs",
        columns: &["short_title", "descriptive"],
        holds: |found| ["1736:0123_1", "1736:0123_2", "1845:50_s.1", "1904:48_s.1"].contains(&found.local_id),
        documents: 4,
    },
    Cause {
        name: "a number printed without a blank after it leaves one",
        source: "sfs",
        columns: &["short_title", "descriptive"],
        holds: |found| found.ours.replace(' ', "") == found.theirs.replace(' ', ""),
        documents: 6,
    },
    Cause {
        name: "a decision has a short title",
        source: "avg",
        columns: &["short_title"],
        holds: |found| {
            found.theirs.is_empty() && found.row["title"].as_str().unwrap().starts_with(found.ours)
        },
        documents: 10,
    },
    Cause {
        name: "a concept goes by its name",
        source: "begrepp",
        columns: &["short_id", "short_title", "descriptive"],
        holds: |found| !found.is_stub() && (found.theirs.is_empty() || found.theirs == found.local_id),
        documents: 514,
    },
    Cause {
        name: "a stub goes by its name",
        source: "begrepp",
        columns: &["short_id", "short_title", "descriptive"],
        holds: |found| found.is_stub() && found.theirs.is_empty(),
        documents: 3877,
    },
    Cause {
        name: "a commentary goes by that word and what it is about; its author is in its description",
        source: "kommentar",
        columns: &["short_id", "title", "display", "descriptive", "description"],
        holds: |found| match found.column {
            "short_id" => found.ours == "Kommentar",
            "description" => found.ours.starts_with("Författare: "),
            _ => found.ours.starts_with("Kommentar till "),
        },
        documents: 157,
    },
    Cause {
        name: "one treaty name is written with a capital",
        source: "coe",
        columns: &["short_title", "descriptive"],
        holds: |found| found.ours.to_lowercase() == found.theirs.to_lowercase(),
        documents: 1,
    },
    Cause {
        name: "a short title begins with a capital",
        source: "icrc",
        columns: &["short_title"],
        holds: |found| found.ours.to_lowercase() == found.theirs.to_lowercase(),
        documents: 7,
    },
    Cause {
        name: "they look names up by another series of numbers",
        source: "untc",
        columns: &["short_title", "short_id", "descriptive"],
        holds: |found| found.theirs.is_empty() || found.theirs_is("label"),
        documents: 13,
    },
    Cause {
        name: "a case is cited in ordinary letters",
        source: "hudoc",
        columns: &["display", "short_title", "descriptive"],
        holds: |found| {
            let letters = found.theirs.strip_prefix("CASE OF ").unwrap_or(found.theirs).replace('İ', "I");
            found.theirs_is("title") && letters.to_lowercase() == found.ours.to_lowercase()
        },
        documents: 572,
    },
    Cause {
        name: "an act is cited by designation and name",
        source: "eurlex",
        columns: &["descriptive"],
        holds: |found| {
            found.ours.split(' ').next() == found.theirs.split(' ').next() && !found.kind_is("opinion")
        },
        documents: 17,
    },
    Cause {
        name: "an opinion has its case number",
        source: "eurlex",
        columns: &["short_id", "display", "descriptive"],
        holds: |found| found.kind_is("opinion") && (found.theirs_is("label") || found.theirs_is("title")),
        documents: 51,
    },
    Cause {
        name: "a treaty has no short id",
        source: "eurlex",
        columns: &["short_id"],
        holds: |found| found.kind_is("treaty") && found.ours.is_empty(),
        documents: 4,
    },
    Cause {
        name: "a display has at most 300 characters",
        source: "sfs",
        columns: &["display"],
        holds: is_cut_display,
        documents: 0,
    },
    Cause {
        name: "a display has at most 300 characters",
        source: "foreskrift",
        columns: &["display"],
        holds: is_cut_display,
        documents: 1,
    },
    Cause {
        name: "a display has at most 300 characters",
        source: "eurlex",
        columns: &["display"],
        holds: is_cut_display,
        documents: 25,
    },
    Cause {
        name: "a remark after a caption is no part of the name",
        source: "hudoc",
        columns: &["display", "short_title", "descriptive"],
        holds: |found| {
            let theirs = found.theirs.trim_start_matches("CASE OF ");
            let theirs = theirs.split(" [").next().unwrap_or_default();
            found.ours.to_lowercase() == theirs.to_lowercase()
        },
        documents: 4,
    },
];

#[test]
fn every_row_is_the_same_but_for_named_causes() {
    let Some(corpus) = corpus() else { return };
    let mut counts = [0; CAUSES.len()];
    let mut unexplained = Vec::new();
    let mut rows = 0;
    for row in corpus.expected_lines("catalog.ndjson.gz") {
        rows += 1;
        let local_id = corpus.local(row["uri"].as_str().unwrap());
        let stub = Description::stub(row["label"].as_str().unwrap());
        let description = match corpus.documents.get(local_id) {
            Some(document) => &document.description,
            None if row["stub"] == true => &stub,
            None => panic!("{local_id} is not in the corpus"),
        };
        let mut shown = [false; CAUSES.len()];
        for (column, ours) in columns(description) {
            let theirs = row[column].as_str().unwrap_or_default();
            if ours == theirs {
                continue;
            }
            let found = Difference { local_id, row: &row, column, ours: &ours, theirs };
            let cause = CAUSES.iter().position(|cause| {
                row["source"] == cause.source
                    && cause.columns.contains(&found.column)
                    && (cause.holds)(&found)
            });
            match cause {
                Some(cause) => shown[cause] = true,
                None => unexplained.push(format!("{local_id} {column}: ours {ours:?}, theirs {theirs:?}")),
            }
        }
        for (count, shown) in counts.iter_mut().zip(shown) {
            *count += usize::from(shown);
        }
    }
    println!("{rows} rows, {} unexplained differences", unexplained.len());
    for (cause, count) in CAUSES.iter().zip(counts) {
        println!("  {count:5} {}: {}", cause.source, cause.name);
    }
    assert!(unexplained.is_empty(), "{}", unexplained[..unexplained.len().min(20)].join("\n"));
    for (cause, count) in CAUSES.iter().zip(counts) {
        assert_eq!(count, cause.documents, "{}", cause.name);
    }
}

fn columns(description: &Description) -> BTreeMap<&'static str, String> {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    BTreeMap::from([
        ("kind", text(&description.kind)),
        ("label", description.label.clone()),
        ("title", description.title.clone()),
        ("display", description.display.clone()),
        ("descriptive", description.descriptive.clone()),
        ("short_id", text(&description.short_id)),
        ("short_title", text(&description.short_title)),
        ("description", text(&description.description)),
        ("date", text(&description.date)),
        ("publisher", text(&description.publisher)),
        ("expired", description.expired.as_ref().map(ToString::to_string).unwrap_or_default()),
        ("source_url", text(&description.source_url)),
        ("year", description.year.map(|year| year.to_string()).unwrap_or_default()),
    ])
}
