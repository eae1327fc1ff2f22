//! A set of quotations of the law of the demo, each with what it is (`quotes/rows.tsv`).

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use std::sync::LazyLock;

use jiff::civil::{Date, date};
use lagrum_answers::{
    CheckedQuote, ExtractBlock, ExtractQuestion, ExtractResponse, MAX_FOLLOWED, MAX_OCCURRENCES, QuoteMode,
    QuoteReason, QuoteStatus, extract,
};
use lagrum_cancel::CancelToken;
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots};
use tempfile::TempDir;

const DAY: Date = date(2033, 1, 1);

const ROWS: &str = include_str!("quotes/rows.tsv");

static DEMO: LazyLock<(TempDir, Snapshot)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    lagrum_demo::unpack(folder.path()).unwrap();
    let data = folder.path().join("data");
    let corpus = Corpus::create(&data).unwrap();
    let folders =
        lagrum_sources::all().iter().map(|source| (source.artifact_dir.to_owned(), source.name.to_owned()));
    let options = ImportOptions { folders: folders.collect(), ..ImportOptions::default() };
    let tree = folder.path().join("corpus").display().to_string();
    import(&corpus, &[tree], &options, &Silent).unwrap();
    lagrum_builder::build(&data, &Silent).unwrap();
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    snapshot.load_resolver(DAY).unwrap();
    snapshot.load_search().unwrap();
    (folder, snapshot)
});

fn quotes(text: &str, mode: QuoteMode, as_of: Option<Date>) -> Vec<CheckedQuote> {
    let block = ExtractBlock { id: "text".to_owned(), text: text.to_owned(), context: None };
    let question = ExtractQuestion { blocks: vec![block], quotes: mode, as_of, ..ExtractQuestion::default() };
    let answer = extract(&DEMO.1, DAY, &question).unwrap();
    let of_citations = answer.occurrences.into_iter().flat_map(|occurrence| occurrence.quotes.unwrap());
    let mut all: Vec<CheckedQuote> =
        of_citations.chain(answer.uncited_quotes.into_iter().flatten()).collect();
    all.sort_by_key(|quote| quote.locations[0].start);
    all
}

/// What is wrong with the answer to a row.
fn problem(line: &str) -> Option<String> {
    let mut columns = line.split('\t');
    let (statuses, conditions, text) =
        (columns.next().unwrap(), columns.next().unwrap(), columns.next().unwrap().replace("\\n", "\n"));
    let condition = |name: &str| {
        conditions.split(' ').find_map(|condition| condition.strip_prefix(name)?.strip_prefix('='))
    };
    let is_set = |name: &str| conditions.split(' ').any(|condition| condition == name);
    let mode = if is_set("all") { QuoteMode::All } else { QuoteMode::Cited };
    let found = quotes(&text, mode, condition("as_of").map(|day| day.parse().unwrap()));
    let said: Vec<&str> = found.iter().map(|quote| quote.status.as_str()).collect();
    if said.join(",") != statuses {
        return Some(format!("{} instead of {statuses}: {found:?}", said.join(",")));
    }
    let first = found.first();
    let place = first.and_then(|quote| quote.r#where.as_ref()?.first());
    let anchor = place.and_then(|place| place.uri.split_once('#')).map(|(_, anchor)| anchor);
    let version = first.and_then(|quote| quote.wording.as_ref()?.version.as_deref());
    let has_note = first.is_some_and(|quote| quote.note.is_some());
    for quote in &found {
        let differs = quote.status == QuoteStatus::Differs;
        let is_wording = matches!(quote.status, QuoteStatus::Former | QuoteStatus::Coming);
        if quote.differs.is_some() != differs || quote.wording.is_some() != is_wording {
            return Some(format!("fields that do not apply: {quote:?}"));
        }
    }
    if condition("where").is_some_and(|wanted| anchor != Some(wanted)) {
        return Some(format!("where: {place:?}"));
    }
    if condition("version").is_some_and(|wanted| version != Some(wanted)) {
        return Some(format!("wording: {:?}", first.and_then(|quote| quote.wording.as_ref())));
    }
    (is_set("note") && !has_note).then(|| format!("no note: {first:?}"))
}

#[test]
fn what_the_quotes_of_the_set_are() {
    let rows = ROWS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let problems: Vec<String> =
        rows.filter_map(|line| Some(format!("{line}\n    {}", problem(line)?))).collect();
    assert!(problems.is_empty(), "{} rows:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn the_set_is_large_and_has_every_status() {
    let rows: Vec<&str> = ROWS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert!(rows.len() >= 150, "{}", rows.len());
    for status in [
        "exact",
        "adapted",
        "differs",
        "elsewhere",
        "former",
        "coming",
        "not_found",
        "unverified",
        "too_short",
    ] {
        assert!(rows.iter().any(|row| row.starts_with(status)), "{status}");
    }
}

#[test]
fn differences_say_what_the_law_says() {
    let found =
        quotes("Enligt 2 kap. 2 § fårlagen gäller att ”får ska räknas varje kväll”.", QuoteMode::Cited, None);
    let shown = serde_json::to_string(found[0].differs.as_ref().unwrap()).unwrap();
    assert_eq!(shown, r#"[["=","Får ska räknas varje "],["-","morgon"],["+","kväll"]]"#);
}

fn question(text: &str, mode: QuoteMode, since: Option<Date>) -> ExtractQuestion {
    let block = ExtractBlock { id: "text".to_owned(), text: text.to_owned(), context: None };
    ExtractQuestion { blocks: vec![block], quotes: mode, since, ..ExtractQuestion::default() }
}

#[test]
fn what_takes_long_waits_with_its_like() {
    let day = Some(date(1990, 1, 1));
    let long = "Se 2 kap. 2 § fårlagen. ".repeat(1_000);
    for (text, mode, since, expected) in [
        ("2 kap. 2 § fårlagen", QuoteMode::None, None, false),
        ("2 kap. 2 § fårlagen", QuoteMode::Cited, None, true),
        ("2 kap. 2 § fårlagen", QuoteMode::None, day, true),
        (long.as_str(), QuoteMode::None, None, true),
    ] {
        assert_eq!(question(text, mode, since).takes_long(), expected, "{} bytes", text.len());
    }
}

/// How often the answer to a question checked whether it is still wanted.
fn checks(question: &ExtractQuestion) -> u64 {
    let token = CancelToken::after(u64::MAX);
    token.run(|| extract(&DEMO.1, DAY, question)).unwrap();
    token.asked()
}

/// Texts that cost the square of their length once: full stops, marks that nothing closes, quotations of one sentence.
#[test]
fn hostile_texts_end_with_their_requests() {
    for unit in [".", "! ", "(‘a ", "(»a", "”a” 2 § ", "” ", "> a\n", "§ ”. "] {
        let text = unit.repeat(100_000 / unit.len());
        let question = question(&text, QuoteMode::All, None);
        let plain = ExtractQuestion { quotes: QuoteMode::None, ..question.clone() };
        let (with, without) = (checks(&question), checks(&plain));
        assert!(with < without + 200_000, "{unit:?}: {with} and {without}");
        // It stops at the first check after its request has ended.
        let token = CancelToken::after(without + 2);
        let stopped = token.run(|| extract(&DEMO.1, DAY, &question));
        assert!(stopped.is_err() || with <= without + 2, "{unit:?}");
    }
}

#[test]
fn a_long_block_is_not_checked_and_says_so() {
    let words = "får ska räknas varje morgon ".repeat(400);
    let found = quotes(&format!("Enligt 2 kap. 2 § fårlagen gäller:\n\n> {words}\n"), QuoteMode::Cited, None);
    assert_eq!((found[0].status, found[0].reason), (QuoteStatus::Unverified, Some(QuoteReason::Length)));
    assert!(found[0].note.is_some());
}

#[test]
fn of_one_text_a_thousand_quotations_are_checked_and_the_rest_say_so() {
    let quote = "Enligt 2 kap. 2 § fårlagen ska ”får räknas i en stor hage”, inte ”så”. ";
    let found = quotes(&quote.repeat(1_010), QuoteMode::Cited, None);
    let count = |status| found.iter().filter(|quote| quote.status == status).count();
    assert_eq!((found.len(), count(QuoteStatus::TooShort)), (2_020, 1_010));
    let rest = found.iter().filter(|quote| quote.reason == Some(QuoteReason::Budget));
    assert_eq!(rest.count(), 10);
    assert_eq!(count(QuoteStatus::Unverified), 10);
}

#[test]
fn a_provision_is_followed_once_whatever_parts_of_it_are_cited() {
    let since = Some(date(1950, 1, 1));
    let places =
        ["1 §", "1 § första stycket", "1 § första stycket 1", "1 § första stycket 2", "1 § första stycket 3"];
    let text = |places: &[&str]| {
        let cited: Vec<String> = places.iter().map(|place| format!("Se 1 kap. {place} fårlagen.")).collect();
        cited.join(" ").replace("kap. 1 §", "kap. 2 §")
    };
    let history = |places: &[&str]| {
        let text = text(places);
        checks(&question(&text, QuoteMode::None, since)) - checks(&question(&text, QuoteMode::None, None))
    };
    let (one, all) = (history(&places[..1]), history(&places));
    assert!(all <= one + 2 * places.len() as u64, "{one} and {all}");
}

#[test]
fn without_the_option_there_are_no_quotes() {
    let text = "Enligt 2 kap. 2 § fårlagen ska ”får räknas varje morgon”.";
    let block = ExtractBlock { id: "text".to_owned(), text: text.to_owned(), context: None };
    let question = ExtractQuestion { blocks: vec![block], ..ExtractQuestion::default() };
    let answer = serde_json::to_string(&extract(&DEMO.1, DAY, &question).unwrap()).unwrap();
    assert!(!answer.contains("quotes") && !answer.contains("\"changed\""), "{answer}");
}

#[test]
fn what_changed_since_a_day() {
    let changed = |since: &str, text: &str| {
        let block = ExtractBlock { id: "text".to_owned(), text: text.to_owned(), context: None };
        let question = ExtractQuestion {
            blocks: vec![block],
            since: Some(since.parse().unwrap()),
            diff: true,
            ..ExtractQuestion::default()
        };
        let answer = extract(&DEMO.1, DAY, &question).unwrap();
        let change = answer.occurrences[0].targets[0].changed.clone().unwrap();
        change.map(|change| {
            let acts: Vec<&str> = change.acts.iter().filter_map(|act| act.uri.rsplit('/').next()).collect();
            format!("{} {} {}", change.from, acts.join(" "), change.diff.flatten().is_some())
        })
    };
    for (since, text, expected) in [
        ("2006-01-01", "2 kap. 2 § fårlagen", Some("2031-07-01 2031:90 true")),
        ("1950-01-01", "2 kap. 2 § fårlagen", Some("1958-07-01 1958:12 2031:90 true")),
        // A change on the day itself is not after it.
        ("2031-07-01", "2 kap. 2 § fårlagen", None),
        ("2031-06-30", "2 kap. 2 § andra stycket fårlagen", Some("2031-07-01 2031:90 true")),
        ("1990-01-01", "3 kap. 5 § fårlagen", Some("2005-01-01 2004:310 false")),
        ("1990-01-01", "3 kap. 4 § fårlagen", None),
        ("1990-01-01", "prop. 2026/27:90", None),
    ] {
        assert_eq!(changed(since, text).as_deref(), expected, "{text} since {since}");
    }
}

/// What a bounded question is answered, and the rest of its text from where the answer ends.
fn bounded(text: &str, mode: QuoteMode, since: Option<Date>) -> (ExtractResponse, String) {
    let question = ExtractQuestion { is_bounded: true, ..question(text, mode, since) };
    let found = extract(&DEMO.1, DAY, &question).unwrap();
    let start = found.truncated.as_ref().map_or(usize::MAX, |truncated| truncated.start);
    let rest: Vec<u16> = text.encode_utf16().skip(start).collect();
    (found, String::from_utf16(&rest).unwrap())
}

/// The quotations beside citations, and those without one.
fn number_of_quotes(found: &ExtractResponse) -> usize {
    let cited = found.occurrences.iter().flat_map(|occurrence| occurrence.quotes.iter().flatten());
    cited.count() + found.uncited_quotes.iter().flatten().count()
}

#[test]
fn an_answer_ends_before_the_citation_that_is_too_many() {
    let unit = "Se 2 kap. 2 § fårlagen. ";
    let end = "”Får ska räknas varje morgon och varje kväll” står ingenstans.";
    let text = unit.repeat(MAX_OCCURRENCES + 20) + end;
    let (found, rest) = bounded(&text, QuoteMode::All, None);
    assert_eq!(found.occurrences.len(), MAX_OCCURRENCES);
    assert_eq!(found.truncated.as_ref().unwrap().left_out, 20);
    assert_eq!(number_of_quotes(&found), 0);
    let (found, _) = bounded(&rest, QuoteMode::All, None);
    assert_eq!((found.occurrences.len(), found.truncated.is_some()), (20, false));
    assert_eq!(number_of_quotes(&found), 1);
    let whole = extract(&DEMO.1, DAY, &question(&text, QuoteMode::None, None)).unwrap();
    assert_eq!((whole.occurrences.len(), whole.truncated.is_some()), (MAX_OCCURRENCES + 20, false));
}

#[test]
fn an_answer_ends_before_the_place_that_is_one_too_many_to_follow() {
    let cited: Vec<String> =
        (1..=MAX_FOLLOWED + 20).map(|number| format!("Se {number} § lagen (1999:1). ")).collect();
    let text = cited.concat();
    let (found, rest) = bounded(&text, QuoteMode::None, Some(date(1990, 1, 1)));
    assert_eq!(found.occurrences.len(), MAX_FOLLOWED);
    assert!(rest.starts_with(&format!("{} § lagen", MAX_FOLLOWED + 1)), "{}", &rest[..40]);
    assert_eq!(bounded(&text, QuoteMode::None, None).0.truncated.map(|truncated| truncated.left_out), None);
}
