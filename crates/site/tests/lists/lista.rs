//! The page of a list of laws.

use lagrum_answers::{ListQuestion, list_changes};
use lagrum_pages::PageAnswer;

use crate::{DAY, DEMO, ask, html, main_part};

#[test]
fn a_list_shows_each_change_with_its_texts() {
    let page = html(
        "/lista",
        &[("lag", "1931:47"), ("lag", "2026:40"), ("sedan", "2000-01-01"), ("namn", "Får & kapp")],
    );
    let main = main_part(&page);
    assert!(page.contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(main.contains("<h1>Får &#38; kapp</h1>") || main.contains("<h1>Får &amp; kapp</h1>"), "{main}");
    let question = ListQuestion {
        uris: vec!["1931:47".to_owned(), "2026:40".to_owned()],
        since: "2000-01-01".parse().unwrap(),
        ..ListQuestion::default()
    };
    let found = list_changes(&DEMO.1, DAY, &question).unwrap();
    assert!(found.changes.len() > 3);
    assert_eq!(main.matches("<article id=").count(), found.changes.len());
    for row in &found.changes {
        if let Some(words) = &row.what() {
            assert!(main.contains(words.as_str()), "{words}");
        }
    }
    // What is to come stands above what has come, and the texts stand side by side.
    let coming = main.find("Kommande ändringar").unwrap();
    assert!(coming < main.rfind("Ändringar</h2>").unwrap());
    assert!(main.contains("<ins>") && main.contains("<del>") && main.contains("class=\"columns unit\""));
    for address in
        ["/feeds/lista.atom?lag=1931:47&#38;lag=2026:40", "/feeds/lista.ics?lag=1931:47", "sedan=2026-11-22"]
    {
        assert!(main.contains(address), "{address} in {main}");
    }
    assert!(
        page.contains("/api/v1/lists/changes?uri=1931:47&#38;uri=2026:40&#38;since=2000-01-01"),
        "{page}"
    );
}

#[test]
fn an_empty_list_has_the_editor() {
    let page = html("/lista", &[]);
    assert!(page.contains("<form method=\"post\" action=\"/lista\"") && page.contains("<textarea"));
    assert!(!main_part(&page).contains("<article"));
    // The box that suggests acts adds lines to the text area; without scripts it is a line more.
    assert!(page.contains("data-lagg=\"klistra\"") && page.contains("sfs"), "{page}");
}

#[test]
fn what_is_shown_stands_in_the_address() {
    let answer = ask(
        "/lista",
        &[("klistra", "1931:47"), ("tillagg", "2026:40"), ("cited", "true"), ("formal", "false")],
    );
    let PageAnswer::SeeOther(address) = answer.unwrap() else { panic!() };
    assert!(address.starts_with("/lista?lag=1931:47&lag=2026:40&formal=false&cited=true"), "{address}");
    let of = |cited: &str| html("/lista", &[("lag", "1931:47"), ("sedan", "1900-01-01"), ("cited", cited)]);
    let (with, without) = (of("true"), of("false"));
    assert!(with.contains("Nämns i") && with.contains("cited=true"), "{with}");
    assert!(!without.contains("Nämns i"));
    let found = html("/lista", &[("lag", "search:q=f%C3%A5r"), ("sedan", "1900-01-01")]);
    assert!(found.contains("<article id=\"handelse-new"), "{found}");
}

#[test]
fn pasted_lines_lead_to_the_address_of_the_list() {
    let pasted = "Nummer\tNamn\n1931:47\tFårlag\n\n2026:40\n";
    let answer = ask("/lista", &[("klistra", pasted), ("sedan", "2020-01-01"), ("namn", "x")]).unwrap();
    let PageAnswer::SeeOther(address) = answer else { panic!("{answer:?}") };
    assert_eq!(address, "/lista?lag=1931:47&lag=2026:40&sedan=2020-01-01&namn=x&rad=1");
    let page = html("/lista", &[("lag", "1931:47"), ("rad", "1"), ("rad", "7")]);
    assert!(page.contains("rad 1, 7"), "{page}");
    // The editor shows the list as it can be pasted again.
    assert!(page.contains("1931:47\t"));
}

#[test]
fn an_act_leads_to_a_list_with_it() {
    assert!(html("/1931:47", &[]).contains("href=\"/lista?lag=1931:47\""));
    assert!(!html("/dom/nja/2031s5", &[]).contains("href=\"/lista?"));
}
