//! The page that checks a text says what the API says, and says why it does not read a form.

use std::sync::Arc;

use jiff::civil::Date;
use lagrum_answers::{
    CitationOutcome, DocumentForm, DocumentQuestion, ExtractBlock, ExtractQuestion, ExtractResponse,
    MAX_TEXT_CHARS, QuoteMode, SourceListing, SourceName, document as document_of, documents_of_source,
    extract,
};
use lagrum_pages::{FormRefusal, PageAnswer, PageRequest, Pages, PostedFile, PostedForm};
use lagrum_site::ReaderSite;
use lagrum_snapshot::Snapshot;

use super::{DAY, DEMO, html, main_part};

fn post_in(
    snapshot: &Arc<Snapshot>,
    day: Date,
    fields: &[(&str, &str)],
    file: Option<(&str, &[u8])>,
) -> PageAnswer {
    let form = PostedForm {
        fields: fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        file: file.map(|(name, bytes)| PostedFile { name: name.to_owned(), bytes: bytes.to_vec() }),
    };
    let (snapshot, path) = (Arc::clone(snapshot), "/kontrollera".to_owned());
    let request = PageRequest { snapshot, day, address: None, path, query: Vec::new(), form: Some(form) };
    ReaderSite::default().page(&request).unwrap()
}

fn post(fields: &[(&str, &str)], file: Option<(&str, &[u8])>) -> PageAnswer {
    post_in(&DEMO.1, DAY, fields, file)
}

#[track_caller]
fn report(fields: &[(&str, &str)], file: Option<(&str, &[u8])>) -> String {
    match post(fields, file) {
        PageAnswer::Html(html) => html,
        other => panic!("{other:?}"),
    }
}

fn answer_in(snapshot: &Snapshot, day: Date, text: &str, quotes: QuoteMode) -> ExtractResponse {
    let question = ExtractQuestion {
        blocks: vec![ExtractBlock { id: "text".to_owned(), text: text.to_owned(), context: None }],
        quotes,
        ..ExtractQuestion::default()
    };
    extract(snapshot, day, &question).unwrap()
}

fn answer(text: &str, quotes: QuoteMode) -> ExtractResponse {
    answer_in(&DEMO.1, DAY, text, quotes)
}

/// How often each state of a place and of a quotation in question stands on a page.
fn states(page: &str, attribute: &str) -> Vec<String> {
    let mut found: Vec<String> = page
        .split(&format!("{attribute}=\""))
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect();
    found.sort();
    found
}

/// The page of a text, held to the answer of the API: whether there is a row for each citation, and then what each says.
#[track_caller]
fn agrees_in(snapshot: &Arc<Snapshot>, day: Date, text: &str) {
    let PageAnswer::Html(page) = post_in(snapshot, day, &[("text", text)], None) else {
        panic!("{text}");
    };
    let found = answer_in(snapshot, day, text, QuoteMode::Cited);
    let shown = main_part(&page);
    let rows = shown.matches("<li><p class=\"said\">").count();
    let expected = found.occurrences.len() + found.relative.len() + found.not_understood.len();
    assert_eq!(rows, expected, "{text}");
    let mut targets: Vec<String> = found
        .occurrences
        .iter()
        .flat_map(|occurrence| occurrence.targets.iter().take(20))
        .map(|target| target.status.as_str().to_owned())
        .collect();
    targets.sort();
    assert_eq!(states(shown, "data-state"), targets, "{text}");
    let quotes = found.occurrences.iter().flat_map(|occurrence| occurrence.quotes.iter().flatten());
    let in_question = quotes.filter(|quote| quote.outcome() != CitationOutcome::Confirmed);
    let mut quotes: Vec<String> = in_question.map(|quote| quote.status.as_str().to_owned()).collect();
    quotes.sort();
    assert_eq!(states(shown, "data-quote"), quotes, "{text}");
    for target in found.occurrences.iter().flat_map(|occurrence| &occurrence.targets) {
        let local = snapshot.manifest().base.strip(&target.uri).unwrap();
        let path = local.split('#').next().unwrap();
        let encoded = percent_encoding::utf8_percent_encode(path, &super::ENCODED);
        let href = format!("href=\"/{encoded}");
        assert!(target.status.as_str() == "impossible" || shown.contains(&href), "{local}");
    }
}

#[track_caller]
fn agrees(text: &str) {
    agrees_in(&DEMO.1, DAY, text);
}

#[test]
fn the_page_says_what_the_api_says() {
    for text in [
        "Enligt 3 kap. 3 § fårlagen (1931:47) gäller detta.",
        "Se 99 kap. 1 § fårlagen (1931:47) och lagen (1999:999).",
        "3 § gäller, liksom NJA 2099 s. 5 och prop. 2030/31:5 s. 3.",
        "Lagen (1931:47) om något helt annat. Se \u{a7}\u{a7} 3 i okändalagen.",
        "Inga hänvisningar alls.",
    ] {
        agrees(text);
    }
}

#[test]
fn an_altered_quotation_stands_beside_the_law() {
    let law = answer("3 kap. 3 § fårlagen (1931:47)", QuoteMode::None);
    let words = law.occurrences[0].targets[0].pin.as_ref().unwrap().highlight[0].clone();
    let words: Vec<&str> = words.split_whitespace().take(12).collect();
    let mut altered = words.clone();
    altered[8] = "kanin";
    let cited = |words: &[&str]| format!("I 3 kap. 3 § fårlagen (1931:47) står: ”{}”.", words.join(" "));
    let right = cited(&words);
    agrees(&right);
    assert!(report(&[("text", &right)], None).contains("1 citat stämmer."));
    let wrong = cited(&altered);
    agrees(&wrong);
    let page = report(&[("text", &wrong)], None);
    let shown = main_part(&page);
    assert!(shown.contains("Citatet skiljer sig från källan."), "{shown}");
    assert!(shown.contains("<del>kanin"), "{shown}");
    assert!(shown.contains("<ins>"), "{shown}");
    // Without a comparison nothing is said of quotations.
    let page = report(&[("text", &wrong), ("citat", "inga")], None);
    assert!(!page.contains("Citatet"));
}

#[test]
fn a_file_is_read_as_its_text() {
    let page = report(&[], Some(("C:\\x\\brev.html", "<p>Se 3 kap. 3 § fårlagen.</p><p><b>".as_bytes())));
    let shown = main_part(&page);
    assert!(
        shown.contains("brev.html, kontrollerad 2026-11-21 mot samlingen") && !shown.contains("C:"),
        "{shown}"
    );
    assert!(shown.contains("data-state=\"held\""), "{shown}");
    // The words of a file are not sent back.
    assert!(shown.contains("\">\n</textarea>"), "{shown}");
}

#[test]
fn what_changed_since_a_day_is_listed() {
    let text = "Se 3 kap. 3 § fårlagen (1931:47).";
    let page = report(&[("text", text), ("sedan", "1990-01-01")], None);
    assert!(main_part(&page).contains("Ändrat sedan 1990-01-01"));
    assert!(main_part(&page).contains("value=\"1990-01-01\""));
    let page = report(&[("text", text)], None);
    assert!(!main_part(&page).contains("Ändrat sedan 1"));
}

/// The fields of a form, the file, and why and with which words it is refused.
type Refused<'a> = (&'a [(&'a str, &'a str)], Option<(&'a str, &'a [u8])>, FormRefusal, &'a str);

#[test]
fn forms_that_are_not_read_say_why() {
    let long = "a".repeat(MAX_TEXT_CHARS + 1);
    let text = ("text", "Se 3 §.");
    let html = Some(("a.html", &b"<p>3"[..]));
    let table: [Refused<'_>; 9] = [
        (&[], None, FormRefusal::Invalid, "Klistra in en text eller välj en fil."),
        (&[("text", "  ")], None, FormRefusal::Invalid, "Klistra in en text eller välj en fil."),
        (&[text], html, FormRefusal::Invalid, "inte båda"),
        (&[("text", &long)], None, FormRefusal::Invalid, "250\u{a0}000 tecken"),
        (&[text, ("sedan", "2024-02-30")], None, FormRefusal::Invalid, "Dagen finns inte"),
        (&[text, ("sedan", "2099-01-01")], None, FormRefusal::Invalid, "en dag som har varit"),
        (&[text, ("citat", "x")], None, FormRefusal::Invalid, "vilka citat"),
        (&[], Some(("a.txt", b"%PDF-1.7")), FormRefusal::UnknownKind, "av det slaget"),
        (&[], Some(("a.docx", b"PK\x03\x04 broken")), FormRefusal::Invalid, "skadad"),
    ];
    for (fields, file, expected, words) in table {
        match post(fields, file) {
            PageAnswer::Refused { html, refusal } => {
                assert_eq!(refusal, expected, "{words}");
                assert!(html.contains(words) && html.contains("role=\"alert\""), "{words}");
            }
            other => panic!("{words}: {other:?}"),
        }
    }
}

/// What a reader sends may be HTML. None of it is HTML of the page.
#[test]
fn a_text_is_no_markup() {
    let text = "</textarea><script>alert(1)</script> 3 kap. 3 § fårlagen <img src=x> ”<b>a b c d e f</b>”";
    let page = report(&[("text", text)], None);
    assert!(!page.contains("<script>alert") && !page.contains("<img src=x") && !page.contains("<b>a b"));
    assert_eq!(page.matches("</textarea>").count(), 1);
}

#[test]
fn a_text_of_nothing_but_citations_has_a_bounded_page() {
    let text = "1 § fårlagen, ".repeat(MAX_TEXT_CHARS / 14);
    let page = report(&[("text", &text)], None);
    assert!(page.len() < 2_000_000, "{}", page.len());
    assert!(page.contains("till visas inte"));
}

#[test]
fn the_form_is_there_without_scripts() {
    let page = html("/kontrollera", &[]);
    let shown = main_part(&page);
    assert!(shown.contains("method=\"post\" action=\"/kontrollera\" enctype=\"multipart/form-data\""));
    assert!(shown.contains("lagrum cite --quotes"));
    assert!(page.contains("rel=\"canonical\"") && !page.contains("name=\"robots\""));
    assert!(html("/", &[]).contains("href=\"/kontrollera\""));
}

/// Real texts: the first pages of judgments, bills and opinions, as somebody pastes them.
#[test]
fn the_page_says_what_the_api_says_of_real_texts() {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA names no data folder");
        return;
    };
    let snapshot = lagrum_snapshot::Snapshots::new(&data).open_current().unwrap().unwrap();
    let today = lagrum_snapshot::today();
    snapshot.load_resolver(today).unwrap();
    let snapshot = Arc::new(snapshot);
    let mut read = 0;
    for source in ["dv", "forarbete", "avg", "kommentar"] {
        let listing = SourceListing {
            source: SourceName::from(source.to_owned()),
            kind: None,
            include_expired: true,
            limit: 400,
            offset: 0,
        };
        let (_, documents) = documents_of_source(&snapshot, today, &listing).unwrap();
        for document in documents.into_iter().step_by(5) {
            let question = DocumentQuestion { uri: document.uri, form: DocumentForm::Markdown, as_of: None };
            let Ok(answer) = document_of(&snapshot, today, &question) else { continue };
            let Some(text) = answer.markdown() else { continue };
            let text: String = text.chars().take(20_000).collect();
            agrees_in(&snapshot, today, text.trim());
            read += 1;
        }
    }
    assert!(read > 100, "{read} texts");
}
