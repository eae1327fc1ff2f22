//! Quotations made of real provisions by a rule: as they stand they are exact, and altered they never are.
//!
//! Takes the data folder named by `LAGRUM_TEST_DATA`.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use std::collections::BTreeMap;

use lagrum_answers::{
    ExtractBlock, ExtractQuestion, ProvisionContext, ProvisionForm, ProvisionQuestion, QuoteMode,
    QuoteStatus, extract, provision,
};
use lagrum_artifact::{Anchor, AnchorGrammar};
use lagrum_catalog::{DocumentFilter, DocumentOrder, RowRange};
use lagrum_snapshot::{Snapshot, Snapshots, today};

/// Provisions of each act.
const PROVISIONS: usize = 12;

/// Acts between two that are read.
const STEP: usize = 3;

/// A sentence of a provision.
struct Sentence {
    citation: String,
    words: String,
    /// The citation of the provision after it, and the sentence of that.
    next: Option<(String, String)>,
    /// The text of the provision after it.
    next_text: String,
}

/// The first sentence of a text that is a plain one of eight words or more.
fn sentence(text: &str) -> Option<String> {
    let line = text.lines().next()?;
    let end = line.find(". ").or_else(|| line.ends_with('.').then(|| line.len() - 1))?;
    let words = &line[..end];
    let words =
        words.split_once(" § ").filter(|(number, _)| number.len() < 14).map_or(words, |(_, rest)| rest);
    let count = words.split(' ').count();
    let is_plain = words.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | ',' | '§' | '-'));
    ((8..40).contains(&count) && is_plain && words.starts_with(char::is_uppercase)).then(|| words.to_owned())
}

fn sentences(snapshot: &Snapshot, act: &str, local_id: &str) -> Vec<Sentence> {
    let stored = snapshot.catalog().with(|catalog| catalog.document(act)).unwrap().and_then(|act| act.stored);
    let Some(stored) = stored else { return Vec::new() };
    let list = snapshot.catalog().with(|catalog| catalog.anchors_of(stored)).unwrap();
    let grammar = AnchorGrammar::Statute;
    let whole = list.iter().filter(|anchor| {
        grammar.whole_provision(anchor).as_ref() == Some(*anchor) && !anchor.as_str().starts_with('B')
    });
    let whole: Vec<&Anchor> = whole.collect();
    let text = |anchor: &Anchor| {
        let question = ProvisionQuestion {
            uri: format!("{act}#{anchor}"),
            form: ProvisionForm::Text,
            as_of: None,
            context: ProvisionContext::None,
        };
        provision(snapshot, today(), &question).ok()?.text
    };
    let citation = |anchor: &Anchor| Some(format!("{} lagen ({local_id})", grammar.label(anchor)?));
    let step = (whole.len() / PROVISIONS).max(1);
    let mut found = Vec::new();
    for at in (0..whole.len()).step_by(step) {
        let Some(words) = text(whole[at]).as_deref().and_then(sentence) else { continue };
        let Some(citation_of) = citation(whole[at]) else { continue };
        let next_text = whole.get(at + 1).and_then(|next| text(next)).unwrap_or_default();
        let next = whole.get(at + 1).and_then(|next| Some((citation(next)?, sentence(&next_text)?)));
        found.push(Sentence { citation: citation_of, words, next, next_text });
    }
    found
}

/// What a sentence is altered to, by the name of the alteration.
fn altered(sentence: &Sentence) -> Vec<(&'static str, String, String)> {
    let words = &sentence.words;
    let replaced = |from: &str, to: &str| {
        words.contains(from).then(|| words.replacen(from, to, 1)).filter(|altered| altered != words)
    };
    let mut list = Vec::new();
    let mut add = |name, altered: Option<String>| {
        list.extend(altered.map(|altered| (name, sentence.citation.clone(), altered)));
    };
    add("negation dropped", replaced(" inte ", " ").or_else(|| replaced(" ej ", " ")));
    add("får to ska", replaced(" får ", " ska "));
    add("ska to får", replaced(" ska ", " får ").or_else(|| replaced(" skall ", " får ")));
    let digit = words.find(|c: char| c.is_ascii_digit());
    add(
        "number changed",
        digit.map(|at| {
            let other = if &words[at..=at] == "7" { "8" } else { "7" };
            format!("{}{other}{}", &words[..at], &words[at + 1..])
        }),
    );
    let all: Vec<&str> = words.split(' ').collect();
    let middle = all.len() / 2;
    let mut swapped = all.clone();
    swapped[middle] = "kaninen";
    add("word changed", Some(swapped.join(" ")));
    let mut turned = all.clone();
    turned.swap(middle, middle + 1);
    add("words turned", (all[middle] != all[middle + 1]).then(|| turned.join(" ")));
    let mut dropped = all.clone();
    dropped.remove(middle);
    add("word dropped", (all[middle] != all[middle + 1]).then(|| dropped.join(" ")));
    add("comma dropped", replaced(",", ""));
    let comma = all.iter().position(|word| !word.ends_with(',')).filter(|at| at + 1 < all.len());
    add("comma added", comma.map(|at| format!("{}, {}", all[..=at].join(" "), all[at + 1..].join(" "))));
    if let Some((citation, next)) = &sentence.next {
        add("joined", Some(format!("{words}. {next}")));
        // The next provision may have it in other letters and divided otherwise.
        let letters = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        if !letters(&sentence.next_text).contains(&letters(words)) {
            list.push(("cited to the next", citation.clone(), words.clone()));
        }
    }
    list
}

/// The statuses of quotes, each in a paragraph beside its citation.
fn statuses(snapshot: &Snapshot, quotes: &[(String, String)]) -> Vec<Option<QuoteStatus>> {
    let paragraph =
        |(citation, words): &(String, String)| format!("Enligt {citation} gäller ”{words}” i sak.");
    let blocks = quotes.iter().enumerate().map(|(at, quote)| ExtractBlock {
        id: at.to_string(),
        text: paragraph(quote) + "\n",
        context: None,
    });
    let question =
        ExtractQuestion { blocks: blocks.collect(), quotes: QuoteMode::Cited, ..ExtractQuestion::default() };
    let answer = extract(snapshot, today(), &question).unwrap();
    let mut statuses = vec![None; quotes.len()];
    for quote in answer.occurrences.iter().flat_map(|occurrence| occurrence.quotes.iter().flatten()) {
        statuses[quote.locations[0].block_id.parse::<usize>().unwrap()] = Some(quote.status);
    }
    statuses
}

#[test]
fn real_sentences_are_exact_and_altered_ones_never() {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA names no data folder");
        return;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    snapshot.load_resolver(today()).unwrap();
    let base = snapshot.manifest().base.clone();
    let filter = DocumentFilter { source: Some("sfs"), kind: None, hidden_on: None };
    let range = RowRange { limit: 100_000, offset: 0 };
    let rows =
        snapshot.catalog().with(|catalog| catalog.documents(filter, DocumentOrder::Uri, range)).unwrap();
    let mut counts: BTreeMap<(&str, String), u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    for row in rows.iter().step_by(STEP) {
        let local_id = base.strip(&row.uri).unwrap();
        let found = sentences(&snapshot, &row.uri, local_id);
        let own =
            found.iter().map(|sentence| ("as it stands", sentence.citation.clone(), sentence.words.clone()));
        let all: Vec<_> = own.chain(found.iter().flat_map(altered)).collect();
        let quotes: Vec<(String, String)> =
            all.iter().map(|(_, citation, words)| (citation.clone(), words.clone())).collect();
        for ((name, citation, words), status) in all.iter().zip(statuses(&snapshot, &quotes)) {
            let shown = status.map_or("none", QuoteStatus::as_str).to_owned();
            *counts.entry((name, shown)).or_default() += 1;
            let is_exact = status == Some(QuoteStatus::Exact);
            if (*name == "as it stands") != is_exact {
                let is_alteration = *name != "as it stands" && is_exact;
                if is_alteration || std::env::var_os("LAGRUM_SHOW_QUOTES").is_some() {
                    wrong.push(format!("{name} {status:?}: {citation}: {words}"));
                }
            }
        }
    }
    for ((name, status), count) in &counts {
        println!("{name:20} {status:12} {count}");
    }
    let count = |name: &str, is_wanted: &dyn Fn(&str) -> bool| -> u32 {
        counts
            .iter()
            .filter(|((own, status), _)| *own == name && is_wanted(status))
            .map(|(_, count)| count)
            .sum()
    };
    let called_exact: Vec<&String> = wrong
        .iter()
        .filter(|line| !line.starts_with("as it stands"))
        .filter(|line| line.contains(" Some(Exact)"))
        .collect();
    for line in wrong.iter().filter(|line| line.starts_with("as it stands")).take(40) {
        println!("{line}");
    }
    assert!(
        called_exact.is_empty(),
        "{} altered quotes are called exact: {called_exact:#?}",
        called_exact.len()
    );
    let (exact, all) = (count("as it stands", &|status| status == "exact"), count("as it stands", &|_| true));
    assert!(all > 300, "{all} sentences were quoted");
    assert!(exact * 1000 >= all * 995, "{exact} of {all} sentences that stand so are exact");
}
