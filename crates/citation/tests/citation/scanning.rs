//! What a scan finds in running texts, what it must not find, and how long hostile texts take.
//!
//! Rows of `tables/scan.tsv` are a text (`⏎` is a line end) and its links, ` | ` between them: `[words] target`. Without links
//! nothing may be found: most such rows were false hits.

#![allow(clippy::unwrap_used, reason = "a broken fixture may end a test")]

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use lagrum_cancel::{CancelToken, Cancelled};
use lagrum_citation::{CitationNames, HeldName, NameRole, ScanContext, ScanSettings, ScanTypes, Scanner};
use proptest::prelude::*;

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

fn settings() -> ScanSettings {
    ScanSettings {
        types: ScanTypes::all(),
        pinpoints: true,
        bare_case_names: true,
        ..ScanSettings::default()
    }
}

fn links(names: &CitationNames, text: &str) -> Vec<String> {
    let scanned = Scanner::new(names, settings()).scan(text, &ScanContext::default()).unwrap();
    let words = |range: &std::ops::Range<usize>| text[range.clone()].replace('\n', "⏎");
    let mut found: Vec<(usize, String)> = Vec::new();
    for link in &scanned.links {
        let targets: Vec<String> = link.targets.iter().map(ToString::to_string).collect();
        let targets = if targets.is_empty() { "unsettled".to_owned() } else { targets.join(" ") };
        let told = |told: bool, mark: &str| if told { format!(" {mark}") } else { String::new() };
        let marks = [
            told(link.inferred, "inferred"),
            told(!link.formerly.is_empty(), "formerly"),
            told(link.misnamed.is_some(), "misnamed"),
            link.otherwise.iter().fold(String::new(), |others, other| others + " or " + &other.to_string()),
        ];
        found.push((link.range.start, format!("[{}] {targets}{}", words(&link.range), marks.concat())));
    }
    found.extend(scanned.relative.iter().map(|range| (range.start, format!("[{}] relative", words(range)))));
    found.extend(scanned.not_understood.iter().map(|range| (range.start, format!("[{}] ?", words(range)))));
    found.sort();
    found.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn the_table_of_running_texts() {
    check(&NAMES, include_str!("../tables/scan.tsv"));
}

#[test]
fn the_table_of_names_of_held_documents() {
    let held = |document: &str, name: &str, role: NameRole| HeldName {
        document: document.to_owned(),
        name: name.to_owned(),
        role,
        in_force: true,
    };
    let names = CitationNames::build(&[
        held("1931:47", "Fårlag (1931:47)", NameRole::Title),
        held("1931:48", "Lag (1931:48) om införande av fårlagen (1931:47)", NameRole::Title),
        held(
            "1931:49",
            "Förordning (1931:49) om avgifter enligt fårlagen (1931:47) i vissa fall",
            NameRole::Title,
        ),
        held("dom/nja/2031s5", "Getdomen", NameRole::CaseName),
        held("dom/nja/2031s7", "Andra getdomen", NameRole::CaseName),
        held("dom/nja/2031s9", "Baggen", NameRole::CaseName),
        held(
            "celex/62031CJ0007",
            "Federation of Sheep and Goat Farmers v Vallhunden GmbH",
            NameRole::CaseName,
        ),
        held("dom/nja/2031s11", "De sovande fåren", NameRole::CaseName),
        held(
            "dom/echr/001-31001",
            "CASE OF BAGGE v. SWEDEN",
            NameRole::EchrCaption { judgment: true, date: "2031-05-04".into() },
        ),
        held(
            "dom/echr/001-31001",
            "31031/29",
            NameRole::ApplicationNumber { judgment: true, date: "2031-05-04".into() },
        ),
    ]);
    check(&names, include_str!("../tables/scan-held.tsv"));
}

fn check(names: &CitationNames, table: &str) {
    let mut wrong = Vec::new();
    for row in table.lines().filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let (text, expected) = row.split_once('\t').unwrap_or((row, ""));
        let found = links(names, &text.replace('⏎', "\n")).join(" | ");
        if found != expected {
            wrong.push(format!("{text}\n  expected {expected}\n  found    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_of_numbers() {
    let names = &*NAMES;
    let mut wrong = Vec::new();
    let rows =
        include_str!("../tables/numbers.tsv").lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    for row in rows {
        let (text, expected) = row.split_once('\t').unwrap_or((row, ""));
        let found = links(names, &text.replace('⏎', "\n"));
        let places = found.iter().map(|link| link.rsplit_once("] ").map_or("", |(_, place)| place));
        if places.collect::<Vec<_>>().join(" | ") != expected {
            wrong.push(format!("{text}\n  expected {expected}\n  found    {}", found.join(" | ")));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// The largest text that the API accepts, of words with a citation now and then.
#[test]
fn a_scan_ends_soon_after_it_is_cancelled() {
    let text: String =
        "Enligt 36 § avtalslagen gäller detta alltid i dessa fall. ".chars().cycle().take(250_000).collect();
    let scan = |questions: u64| {
        let token = CancelToken::after(questions);
        let result =
            token.run(|| Scanner::new(&NAMES, settings()).scan(&text, &ScanContext::default()).map(|_| ()));
        (result, token.asked())
    };
    let (result, asked) = scan(u64::MAX);
    assert_eq!(result, Ok(()));
    assert!(asked >= 20, "{asked} checks of 250,000 characters");
    for at in [0, 1, asked / 2, asked - 1] {
        let (result, more) = scan(at);
        assert_eq!(result, Err(Cancelled), "cancelled at {at} of {asked}");
        assert!(more <= at + 3, "{more} checks, cancelled at {at} of {asked}");
    }
}

/// The largest text that the API accepts, of what makes readings overlap or fail late.
#[test]
fn hostile_texts_take_time_in_proportion_to_their_length() {
    const CHARS: usize = 250_000;
    const SLOWEST: usize = 6;
    // A build without optimisation on a busy machine takes some fifteen times as long as the program.
    const LIMIT: Duration = Duration::from_secs(20);
    let names = &*NAMES;
    let pieces = [
        "§",
        "§ ",
        "kap. ",
        "kap.",
        "1",
        "12, ",
        "1 §, ",
        "1 §,\n",
        "1 §, 2 kap., 3 §, 4 §, 5 §, 6 §, 7 §, 8 §, 9 §, 10 §, 11 §, 12 §, 13 §,\n",
        "1 kap. ",
        "2 kap. 3 § första stycket 2 och ",
        "(",
        "((1962:700)",
        "första ",
        "första och ",
        "1 § 1, ",
        "a-",
        "a- och ",
        "lagen ",
        "lagen (",
        "artikel ",
        "artikel 1, ",
        "artikel 5.1 a, ",
        "skäl 1, ",
        "EU:s ",
        "den allmänna ",
        "förordning ",
        "(EU) nr ",
        "1/2/3/",
        "NJA ",
        "NJA 2015 s. 1, ",
        "prop. ",
        "prop. 2017/18:1 s. 1, ",
        "dnr ",
        "dnr 1-1-1, ",
        "JO ",
        "mål nr ",
        "T 1-1 ",
        "mål C-1/20, ",
        " mot Sverige",
        " v. ",
        "Europakonventionen ",
        "a",
        "å",
        "\u{301}",
        "\u{1f600}",
        "\n",
        " \n\n",
        "\"",
        "”a",
        "SFS ",
        "FFFS 2014:1, ",
        "-",
        "1-",
        "1 - ",
        "A",
        "AA(",
        "Aa-",
        ".",
        ", ",
        "ansökan nr 1/12 ",
        "1 § lagen (1931:2), förkortad MBL ",
        "1 § samma lag ",
        "\u{ad}",
        "ECLI:",
        "EU:C:",
        "https://a)",
        "www.",
    ];
    let time = |piece: &str, chars: usize| {
        let text: String = piece.chars().cycle().take(chars).collect();
        let start = Instant::now();
        Scanner::new(names, settings()).scan(&text, &ScanContext::default()).unwrap();
        start.elapsed()
    };
    let mut times: Vec<(Duration, &str)> =
        pieces.iter().map(|piece| (time(piece, CHARS / 10), *piece)).collect();
    times.sort();
    // The slowest are scanned in full. On a busy machine single times vary, so the bound is wide: what is quadratic takes
    // a hundred times as long.
    for (short, piece) in times.into_iter().rev().take(SLOWEST) {
        let mut long = time(piece, CHARS);
        if long >= short * 40 {
            // Something else took the processor, or it is so.
            long = long.min(time(piece, CHARS)).min(time(piece, CHARS));
        }
        assert!(long < short * 40, "{piece:?}: {short:?}, and {long:?} for ten times as much");
        assert!(long < LIMIT, "{piece:?}: {long:?}");
    }
}

proptest! {
    #[test]
    fn links_are_in_order_and_within_the_text(
        words in prop::collection::vec(prop::sample::select(vec![
            "2 kap.", "3 §", "första stycket", "och", ",", "lagen", "(1962:700)", "brottsbalken", "samma lag", "artikel 6.1 a",
            "i", "dataskyddsförordningen", "prop. 2017/18:1", "s. 4", "-", "NJA 2015 s. 3", "p. 4", "BrB", "12:1", "§§", "å\u{301}",
            "\u{1f600}", "\n", "Europakonventionen", "skäl 4", "FFFS 2014:1", "7", "a", "C-1/20", "\u{a0}", "\u{ad}",
        ]), 0..40),
        glue in prop::collection::vec(prop::bool::weighted(0.9), 40),
    ) {
        let mut text = String::new();
        for (word, blank) in words.iter().zip(glue) {
            text.push_str(word);
            if blank { text.push(' '); }
        }
        let scanned = Scanner::new(&NAMES, settings()).scan(&text, &ScanContext::default()).unwrap();
        let mut end = 0;
        for link in &scanned.links {
            prop_assert!(link.range.start >= end && link.range.start < link.range.end, "{:?} in {:?}", link, text);
            prop_assert!(text.get(link.range.clone()).is_some());
            end = link.range.end;
        }
        for passage in &scanned.not_understood {
            prop_assert!(!text[passage.clone()].is_empty());
        }
    }
}

proptest! {
    /// A citation of any form, in a sentence: each of its numbers is in a citation or told.
    #[test]
    fn generated_citations_are_read_or_told(
        first in 1..60_u32, second in 1..60_u32, third in 1..9_u32,
        form in prop::sample::select(vec![
            "<1> och <2> §§", "<3> kap. <1> jämte <2> §§", "<1> § st. <3>", "kap. <3> och <1>", "<1> ff. §§", "<1> f. §§",
            "artikel <1>.<3>-<2>", "art. <1> § <3>", "artiklarna <1> och <2>", "Article <1> §§ <3> and <2>", "<1> § <3> mom.",
            "prop. 2017/18:<1> s. <2> och 2018/19:<3>", "SOU 2017:<1> och 2018:<2>", "bet. 2017/18:KU<1> punkt <2>",
            "NJA 2018 s. <1> p. <2>", "C-<1>/18, Namnet, punkt <2>", "AFS 2011:<1> och 2023:<2>", "<3>:<1> och <3>:<2>",
            "**<1> §**", "<1>&nbsp;§", "<3> kap. <1>/<2> §§", "<1> § sista stycket", "§ <1>",
        ]),
        law in prop::sample::select(vec![
            "avtalslagen", "brottsbalken", "BrB", "okändalagen", "i dataskyddsförordningen", "Europakonventionen", "i avtalet",
            "lagen (2010:1390) om något", "XYZL", "", "of the Code", "1990 års köplag",
        ]),
        before in prop::sample::select(vec!["Enligt ", "Se ", "den 1 juli 2014, och ", "(", "Jfr "]),
        after in prop::sample::select(vec![".", " gäller.", ", och mer.", ")."]),
    ) {
        let numbers = [first, second, third].map(|number| number.to_string());
        let mut citation = form.to_owned();
        for (index, number) in numbers.iter().enumerate() {
            citation = citation.replace(&format!("<{}>", index + 1), number);
        }
        // Times of day are numbers with a colon too: they need a law.
        let needs_law = form.starts_with("<3>:") && !matches!(law, "avtalslagen" | "brottsbalken" | "BrB");
        // A kapitel without its law, and its number, may be one of any text.
        prop_assume!(!needs_law);
        let text = format!("{before}{citation} {law}{after}");
        let found = Scanner::new(&NAMES, settings()).scan(&text, &ScanContext::default()).unwrap();
        let told = found.links.iter().map(|link| &link.range).chain(&found.relative).chain(&found.not_understood);
        let told: Vec<_> = told.collect();
        let start = before.len();
        let mut at = start;
        while let Some(next) = text[at..start + citation.len()].find(|c: char| c.is_ascii_digit()) {
            let begins = at + next;
            let length = text[begins..].bytes().take_while(u8::is_ascii_digit).count();
            at = begins + length;
            prop_assert!(
                told.iter().any(|range| range.start < at && begins < range.end),
                "{} of {:?} is passed over: {:?}", &text[begins..at], text, links(&NAMES, &text)
            );
        }
    }
}
