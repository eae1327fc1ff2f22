//! Pages that carry a reader on: no page says only that there is nothing.

use std::sync::Arc;

use lagrum_pages::{PageAnswer, PageRequest, Pages};
use lagrum_site::{Questions, ReaderSite};

use crate::served::{TODAY, get, snapshot};

/// What a page says where it has less than was asked for, and what it offers.
#[tokio::test]
async fn pages_with_less_than_was_asked_for_say_so_and_lead_on() {
    for (address, parts) in [
        // A concept that nobody has written about.
        ("/begrepp/Tjocka", &["Så står det i reglerna", "href=\"/2030:77#P3"][..]),
        // A place that an act lacks.
        ("/1931:47?saknas=K9P99", &["9 kap. 99 §", "Närmast finns", "href=\"#K"]),
        // A text in another language only.
        (
            "/celex/32019R0612",
            &["Vi har bara den engelska texten.", "legal-content/SV/TXT/?uri=CELEX:32019R0612"],
        ),
        // A ruling has its official title.
        ("/celex/62029CJ0012", &["class=\"official\"", "Domstolens dom (andra avdelningen)"]),
        // A record without a text.
        ("/prop/2026/27:90", &["Vi har inte texten."]),
        // Documents that are not held.
        ("/prop/2003/04:9", &["data.riksdagen.se/dokument/GR039", "/bladdra/forarbete", "/om/tackning"]),
        ("/1931:99", &["rkrattsbaser.gov.se/sfst?bet=1931:99", "/bladdra/sfs"]),
        // Names that mean nothing have suggestions.
        ("/graf?from=f%C3%A5rl&to=kvantdatorlagen", &["Vi hittar inget dokument", "kvantdatorlagen"]),
        // Words of lawyers are explained in place, and all on a page.
        ("/1931:47", &["popovertarget=\"betyder\"", "id=\"betyder\" popover", "href=\"/om/ord\""]),
        ("/om/ord", &["Stycke", "Lydelse"]),
        ("/en", &["lang=\"en\"", "government.se"]),
        // The ways of the header stand in the footer too, for narrow windows.
        ("/om", &["<footer", "href=\"/bladdra\"", "href=\"/nytt\"", "href=\"/kommande\""]),
    ] {
        let body = get(address).await.body;
        for part in parts {
            assert!(body.contains(part), "{address}: {part}");
        }
    }
}

#[tokio::test]
async fn a_term_is_a_link_where_there_is_something_to_read() {
    let body = get("/1931:47").await.body;
    // A page of its own; two other documents.
    assert!(body.contains("href=\"/begrepp/F%C3%A5rh%C3%A5llare\""), "a concept with a text");
    // Nothing but this act.
    for alone in ["Tacka", "Vallare"] {
        assert!(!body.contains(&format!("href=\"/begrepp/{alone}\"")), "{alone}");
    }
}

#[tokio::test]
async fn a_place_that_an_act_lacks_is_said_to_lack() {
    for (address, location) in [
        ("/till?q=9+kap+99+%C2%A7+f%C3%A5rlagen", "/1931:47?saknas=K9P99"),
        ("/till?q=9:99&fran=/1931:47", "/1931:47?saknas=K9P99"),
        ("/till?q=f%C3%A5rlagen", "/1931:47"),
    ] {
        let response = get(address).await;
        assert_eq!((response.status.as_u16(), response.header("location")), (303, location), "{address}");
    }
    // One that the act has says nothing.
    assert!(!get("/1931:47?saknas=K2P3").await.body.contains("class=\"banner\">2 kap. 3"));
}

#[tokio::test]
async fn a_question_that_is_too_long_is_refused_in_words() {
    let response = get(&format!("/sok?q={}", "a".repeat(5000))).await;
    assert_eq!(response.status, 422);
    assert!(response.body.contains("Frågan är för lång") && !response.body.contains("bytes"));
}

#[tokio::test]
async fn chains_are_asked_for_by_name() {
    let body = get("/graf?from=f%C3%A5rlagen&to=NJA+2031+s.+5").await.body;
    assert!(body.contains("class=\"chain\""));
}

#[tokio::test]
async fn commentaries_have_names_that_differ() {
    let body = get("/bladdra/kommentar").await.body;
    assert!(body.contains(">Kommentar till ") && !body.contains(">Kommentar</a>"));
}

#[tokio::test]
async fn series_of_regulations_have_their_names_in_full() {
    let body = get("/bladdra/foreskrift/nfs").await.body;
    for words in [
        "Naturvårdsverkets författningssamling · ",
        "SJVFS <small>Statens jordbruksverks författningssamling<",
    ] {
        assert!(body.contains(words), "{words}");
    }
}

#[tokio::test]
async fn references_are_there_for_programs() {
    for (form, media_type, begins) in [
        ("bibtex", "application/x-bibtex", "@misc{1931-47,"),
        ("ris", "application/x-research-info-systems", "TY  - STAT"),
        ("csl", "application/vnd.citationstyles.csl+json", "[{\""),
    ] {
        let response = get(&format!("/1931:47?citera=K2P3&form={form}")).await;
        assert_eq!(response.status, 200, "{form}");
        assert!(response.header("content-type").starts_with(media_type), "{form}");
        assert!(
            response.body.starts_with(begins) && response.body.contains("2 kap. 3 §"),
            "{}",
            response.body
        );
    }
}

#[tokio::test]
async fn what_programs_of_others_look_for_is_there() {
    assert_eq!(get("/1931:47?form=docx").await.status, 422);
    let body = get("/1931:47").await.body;
    assert!(body.contains("<article>") && body.contains("</article>\n</main>"));
    for words in [
        "<meta name=\"z:itemType\" content=\"statute\">",
        "<link rel=\"alternate\" type=\"application/atom+xml\" href=\"/feeds/uri.atom?uri=",
    ] {
        assert!(body.contains(words), "{words}");
    }
    let case = get("/dom/nja/2031s5").await.body;
    for words in [
        "<meta name=\"z:itemType\" content=\"case\">",
        "<meta name=\"citation_journal_title\" content=\"NJA\">",
        "<meta name=\"citation_volume\" content=\"2031\">",
        "<meta name=\"citation_firstpage\" content=\"5\">",
    ] {
        assert!(case.contains(words), "{words}");
    }
    for (path, feed) in [
        ("/", "/feeds/all.atom"),
        ("/nytt", "/feeds/all.atom"),
        ("/kommande", "/feeds/kommande.atom"),
        ("/sok?q=dimma", "/feeds/search.atom?q=dimma"),
    ] {
        let link = format!("<link rel=\"alternate\" type=\"application/atom+xml\" href=\"{feed}\"");
        assert!(get(path).await.body.contains(&link), "{path}");
    }
    for (path, status, location) in [
        ("/favicon.ico", 308, "/favicon.svg"),
        ("/dataset/sfs", 308, "/bladdra/sfs"),
        ("/dataset/dv?ad=2031", 308, "/bladdra/dv/"),
        ("/1931:47.json", 308, "/api/v1/document?uri=https://lag.demo.example/1931:47"),
        ("/1931:47.rdf", 308, "/api/v1/document?uri=https://lag.demo.example/1931:47&format=ttl"),
        ("/dom/nja/2031s5.xht2", 308, "/dom/nja/2031s5"),
    ] {
        let response = get(path).await;
        assert_eq!(response.status, status, "{path}");
        assert!(response.header("location").starts_with(location), "{path}: {}", response.header("location"));
    }
    for path in ["/dataset/nonsens", "/1931:9999.rdf", "/1931:47.csv"] {
        assert_eq!(get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn an_act_with_lydelser_has_a_timeline() {
    let body = get("/1931:47").await.body;
    assert!(
        body.contains("<svg class=\"timeline\" aria-hidden=\"true\"")
            && body.contains("<line class=\"shown\"")
    );
}

#[test]
fn questions_lead_to_provisions_that_are_held() {
    let start = |questions: &str| {
        let site = ReaderSite::default().with_questions(Questions::parse(questions).unwrap());
        let snapshot = Arc::clone(&snapshot());
        // Acts of the demo have numbers of years to come.
        let day = jiff::civil::date(2033, 1, 1);
        let request =
            PageRequest { snapshot, day, address: None, path: "/".to_owned(), query: Vec::new(), form: None };
        match site.page(&request).unwrap() {
            PageAnswer::Html(html) => html,
            other => panic!("{other:?}"),
        }
    };
    let page = start(lagrum_demo::QUESTIONS);
    let questions = Questions::parse(lagrum_demo::QUESTIONS).unwrap();
    for (document, anchor) in questions.places() {
        assert!(page.contains(&format!("href=\"/{document}#{anchor}\"")), "{document}#{anchor}");
    }
    let page = start(
        "Djur\tVem räknar?\t1931:47#K2P2\nDjur\tVem minns?\t1931:47#K99P9\nDjur\tVem vet?\t2999:1#P1\n",
    );
    assert!(page.contains("Vem räknar?") && !page.contains("Vem minns?") && !page.contains("Vem vet?"));
}

#[test]
fn a_search_shows_the_question_that_it_asks() {
    let questions = "Djur\tVem räknar fåren om hösten?\t1931:47#K2P2\n\
                     Djur\tVem minns fårens namn?\t1931:47#K99P9\n\
                     Djur\tVem vet hur ullen klipps?\t2999:1#P1\n";
    let site = ReaderSite::default().with_questions(Questions::parse(questions).unwrap());
    let page = |query: &[(&str, &str)]| {
        let snapshot = Arc::clone(&snapshot());
        let query = query.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let request =
            PageRequest { snapshot, day: TODAY, address: None, path: "/sok".to_owned(), query, form: None };
        match site.page(&request).unwrap() {
            PageAnswer::Html(html) | PageAnswer::Provisional(html) => html,
            other => panic!("{other:?}"),
        }
    };
    for (query, shown) in [
        (&[("q", "räkna fåren på hösten")][..], Some("href=\"/1931:47#K2P2\"")),
        // The act is not held.
        (&[("q", "hur klipps ullen")], Some("finns inte här.")),
        // The provision is not there.
        (&[("q", "minns fårens namn")], None),
        (&[("q", "räkna fåren på hösten"), ("kind", "law")], None),
        (&[("q", "räkna lammen på hösten")], None),
        (&[("q", "tillsyn")], None),
    ] {
        let html = page(query);
        assert_eq!(html.contains("class=\"answered\""), shown.is_some(), "{query:?}");
        assert!(shown.is_none_or(|shown| html.contains(shown)), "{query:?}: {html}");
    }
    // Where nothing is found the questions stand below.
    assert!(page(&[("q", "xyzzyqwert")]).contains("Vem räknar fåren om hösten?"));
    assert!(!page(&[("q", "tillsyn")]).contains("Vem räknar fåren om hösten?"));
}

/// Each question about the real law leads to a provision that applies. The acts that the corpus lacks are few.
#[test]
fn questions_about_the_real_law_lead_to_provisions_that_apply() {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA is not set");
        return;
    };
    let snapshot = lagrum_snapshot::Snapshots::new(&data).open_current().unwrap().unwrap();
    let base = &snapshot.manifest().base;
    let questions = Questions::default();
    let acts: Vec<String> = questions.places().map(|(act, _)| format!("{base}/{act}")).collect();
    let places: Vec<String> =
        questions.places().map(|(act, anchor)| format!("{base}/{act}#{anchor}")).collect();
    let today = lagrum_snapshot::today();
    let acts_held = lagrum_answers::held_places(&snapshot, today, &acts).unwrap();
    let places_held = lagrum_answers::held_places(&snapshot, today, &places).unwrap();
    let dead: Vec<&String> = places
        .iter()
        .zip(acts_held.iter().zip(&places_held))
        .filter(|(_, (act, place))| **act && !**place)
        .map(|(place, _)| place)
        .collect();
    assert!(dead.is_empty(), "{dead:?}");
    assert!(places_held.iter().filter(|held| **held).count() >= 50, "{places_held:?}");
}

#[tokio::test]
async fn sources_stand_in_the_order_of_the_flow_of_law() {
    for address in ["/", "/bladdra"] {
        let body = get(address).await.body;
        let at = |source: &str| body.find(&format!("href=\"/bladdra/{source}\"><strong>")).unwrap();
        let order = ["sfs", "forarbete", "dv", "foreskrift", "kommentar", "begrepp", "eurlex", "hudoc"];
        assert!(order.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{address}");
    }
}

#[tokio::test]
async fn lists_have_no_words_of_the_api() {
    for address in ["/bladdra/dv", "/bladdra/eurlex", "/bladdra/eurlex/regulation", "/bladdra/eurlex/treaty"]
    {
        let body = get(address).await.body;
        for word in ["referat", "current", "council", "commission", ">cj", "untitled", "combined"] {
            assert!(
                !body.contains(&format!("{word} ·")) && !body.contains(&format!(">{word}<")),
                "{address}: {word}"
            );
        }
    }
}

#[tokio::test]
async fn concepts_that_are_only_named_are_told_apart() {
    // The start page, the list of sources and the page about the service count the same.
    let about = get("/om").await.body;
    let named =
        about.split(" begrepp som bara nämns").next().and_then(|before| before.rsplit(' ').next()).unwrap();
    for address in ["/", "/bladdra", "/bladdra/begrepp"] {
        assert!(
            get(address).await.body.contains(&format!("och {named} som bara nämns")),
            "{address}: {named}"
        );
    }
    let list = get("/bladdra/begrepp/t").await.body;
    assert!(list.contains("class=\"subdued\"") && list.contains("nämns bara"), "{list}");
}

#[tokio::test]
async fn a_commentary_says_what_it_is_on_and_that_its_day_is_not_known() {
    let body = get("/kommentar/1931:47").await.body;
    assert!(body.contains("När kommentaren skrevs är inte känt. Kommenterar <a href=\"/1931:47\">"));
    // Its citation is its name, once, and the word for all of them is no fact.
    assert!(body.contains("<dd>Kommentar till ") && !body.contains("<dd>Kommentar</dd>"));
    assert!(!body.contains("<span>Kommentar</span>"));
}

#[tokio::test]
async fn texts_that_are_not_swedish_say_so() {
    let treaty = get("/coe/005").await.body;
    assert!(treaty.contains("lang=\"en\"") == treaty.contains("Texten är på engelska."));
    assert!(treaty.contains("Texten är på "));
    assert!(!get("/1931:47").await.body.contains("Texten är på "));
}

#[tokio::test]
async fn an_address_that_is_no_document_has_a_search_box_with_its_words() {
    let body = get("/nonsens/om_f%C3%A5r").await.body;
    assert!(body.contains("value=\"nonsens om får\""), "{body}");
    let response = get("/sfs/1931:47").await;
    assert_eq!((response.status.as_u16(), response.header("location")), (308, "/1931:47"));
}

#[tokio::test]
async fn keys_are_explained_on_every_page() {
    for address in ["/", "/1931:47"] {
        let body = get(address).await.body;
        assert!(body.contains("id=\"tangenter\" popover") && body.contains("<kbd>j</kbd>"), "{address}");
    }
}

#[tokio::test]
async fn coverage_has_no_empty_column_and_names_the_years_of_its_bars() {
    let body = get("/om/tackning").await.body;
    assert!(!body.contains(">Hämtad<"));
    assert!(body.contains("</svg><span class=\"dim\">"));
}
