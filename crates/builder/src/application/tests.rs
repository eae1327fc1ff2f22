use serde_json::{Value, json};

use super::*;

/// An act with articles 1 to 12 in chapters of four articles, the second chapter in sections of two; the last article has the texts.
fn act(closing: &[&str]) -> Artifact {
    let article = |number: u32| {
        let paragraph = |n: u32| json!({"type": "paragraph", "num": n.to_string(), "text": ["x"]});
        json!({"type": "article", "id": number.to_string(), "num": number.to_string(), "text": ["x"],
            "children": [paragraph(1), paragraph(2)]})
    };
    let heading =
        |words: &str, children: Vec<Value>| json!({"type": "heading", "text": [words], "children": children});
    let texts: Vec<Value> = closing.iter().map(|text| json!({"type": "paragraph", "text": [text]})).collect();
    let json = json!({"uri": "https://lag.example/celex/32031R0077", "structure": [
        heading("CHAPTER I GENERAL", (1..=4).map(article).collect()),
        heading("CHAPTER II SHEEP", vec![
            heading("SECTION 1 Lambs", (5..=6).map(article).collect()),
            heading("SECTION 2 Rams", (7..=8).map(article).collect()),
        ]),
        // Many acts have all headings at one level, and their articles beside them.
        heading("CHAPTER III FENCES", (9..=10).map(article).collect()),
        article(11),
        article(12),
        heading("CHAPTER IV FINAL", Vec::new()),
        json!({"type": "article", "id": "13", "num": "13", "text": ["Entry into force"], "children": texts}),
        json!({"type": "heading", "id": "bilaga-1", "text": ["ANNEX I"]}),
    ]});
    Artifact::parse(json.to_string().as_bytes()).unwrap()
}

fn shown(closing: &[&str]) -> String {
    let line = |found: &StatedApplication| {
        let what = match (found.is_whole, found.enters_into_force) {
            (true, true) => "in force".to_owned(),
            (true, false) => "whole".to_owned(),
            _ => found.anchors.join(","),
        };
        let partly = if found.is_partly { " partly" } else { "" };
        format!("{} {what}{partly}", found.day)
    };
    stated_applications(&act(closing)).iter().map(line).collect::<Vec<_>>().join("; ")
}

#[test]
fn what_an_act_says_of_its_days() {
    let rows = include_str!("rows.tsv").lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    for row in rows {
        let (texts, expected) = row.split_once('\t').unwrap_or((row, ""));
        let texts: Vec<&str> = texts.split(" / ").collect();
        assert_eq!(shown(&texts), expected, "{texts:?}");
    }
}

/// Acts of the real corpus with one text that states a day and says nothing of the act by it: what Member States do, the earlier or
/// later of two days, some cases of a paragraph that is not named.
const NOT_READ: [&str; 7] =
    ["12016M/TXT", "31989L0666", "32009L0028", "32009L0073", "32014L0065", "32018R2067", "32019L1023"];

/// Every text of an article that has a day behind a verb of application is read, except in the acts of `NOT_READ`.
#[test]
fn the_days_of_the_real_corpus_are_read() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let (mut stating, mut read) = (0, 0);
    let mut unread = BTreeSet::new();
    for file in ["corpus/eurlex.ndjson.gz", "corpus/versions/eurlex.ndjson.gz"] {
        let file = std::fs::File::open(folder.join(file)).unwrap();
        let lines = std::io::BufReader::new(flate2::read::MultiGzDecoder::new(file));
        for line in std::io::BufRead::lines(lines) {
            let artifact = Artifact::parse(line.unwrap().as_bytes()).unwrap();
            let found = stated_applications(&artifact);
            let mut depth: Vec<bool> = Vec::new();
            artifact.presented().walk(&mut |step| match step {
                Step::Enter(node) => depth.push(node.kind() == "article"),
                Step::Leave(_) => drop(depth.pop()),
                Step::Text(text) => {
                    let text = text.plain_text();
                    if !depth.contains(&true) || !states_a_day(&text) {
                        return;
                    }
                    stating += 1;
                    if found
                        .iter()
                        .any(|found| found.words.contains(&text.trim().chars().take(200).collect::<String>()))
                    {
                        read += 1;
                    } else {
                        unread.insert(artifact.uri().to_owned());
                    }
                }
            });
        }
    }
    println!("{read} of {stating} texts that state a day are read");
    let is_known = |uri: &String| NOT_READ.iter().any(|celex| uri.contains(celex));
    assert!(unread.iter().all(is_known), "{unread:?}");
    assert!(read > 90, "{read} of {stating}");
}

/// Whether a text has a date directly behind words of application or entry into force, read without the clauses.
fn states_a_day(text: &str) -> bool {
    let verbs = [
        " apply from ",
        " apply as from ",
        " applicable from ",
        " into force on ",
        " tillämpas från och med den ",
        " i kraft den ",
    ];
    let has_day = |rest: &str| {
        let rest = rest.trim_start_matches("the ");
        rest.starts_with(|first: char| first.is_ascii_digit()) && lagrum_citation::written_day(rest).is_some()
    };
    let is_quoting = text.contains(['‘', '’', '“', '”', '»']);
    !is_quoting
        && verbs.iter().any(|verb| text.match_indices(verb).any(|(at, _)| has_day(&text[at + verb.len()..])))
}
