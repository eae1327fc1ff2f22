//! The pages of lists, comparisons, graphs and the service, drawn from the demo corpus.

#![expect(clippy::unwrap_used, reason = "a page that fails should end the test")]

mod kontrollera;
mod lista;

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use jiff::civil::{Date, date};
use lagrum_answers::{self as answers, AnswerError, CitingQuestion, InboundOrder};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_pages::{PageAnswer, PageRequest, Pages};
use lagrum_site::ReaderSite;
use lagrum_snapshot::{Snapshot, Snapshots};
use tempfile::TempDir;

/// What addresses in pages have percent-encoded, of the letters of the demo's ids.
const ENCODED: percent_encoding::AsciiSet = percent_encoding::CONTROLS.add(b' ');

const DAY: Date = date(2026, 11, 21);

static DEMO: LazyLock<(TempDir, Arc<Snapshot>)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    lagrum_demo::unpack(folder.path()).unwrap();
    let data = folder.path().join("data");
    let corpus = Corpus::create(&data).unwrap();
    let options = ImportOptions {
        folders: lagrum_sources::all()
            .iter()
            .map(|source| (source.artifact_dir.to_owned(), source.name.to_owned()))
            .collect(),
        ..ImportOptions::default()
    };
    let tree = folder.path().join("corpus").display().to_string();
    import(&corpus, &[tree], &options, &Silent).unwrap();
    lagrum_builder::build(&data, &Silent).unwrap();
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    snapshot.load_graph().unwrap();
    snapshot.load_search().unwrap();
    snapshot.load_resolver(DAY).unwrap();
    (folder, Arc::new(snapshot))
});

fn ask(path: &str, query: &[(&str, &str)]) -> Result<PageAnswer, AnswerError> {
    let query = query.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let request = PageRequest {
        snapshot: Arc::clone(&DEMO.1),
        day: DAY,
        address: None,
        path: path.to_owned(),
        query,
        form: None,
    };
    ReaderSite::default().page(&request)
}

/// The text of a page that is there.
#[track_caller]
fn html(path: &str, query: &[(&str, &str)]) -> String {
    match ask(path, query).unwrap() {
        PageAnswer::Html(html) | PageAnswer::Document { html, .. } => html,
        other => panic!("{path}: {other:?}"),
    }
}

/// What stands between the header and the footer.
fn main_part(html: &str) -> &str {
    let start = html.find("<main").unwrap();
    &html[start..html.find("</main>").unwrap()]
}

fn uri(local: &str) -> String {
    format!("{}/{local}", DEMO.1.manifest().base)
}

#[test]
fn the_list_of_citers_is_that_of_the_api() {
    let question = CitingQuestion {
        uri: uri("1931:47"),
        source: None,
        groups: None,
        year: None,
        order: InboundOrder::Rail,
        limit: 50,
        offset: 0,
        earlier_offset: 0,
        context: false,
    };
    let found = answers::citing(&DEMO.1, question).unwrap();
    let page = html("/hanvisningar/1931:47", &[]);
    assert_eq!(page.matches("class=\"what\"").count() as u64, found.total);
    assert!(page.contains(&format!("{} dokument hänvisar hit", found.total)));
    for document in &found.documents {
        let url = percent_encoding::utf8_percent_encode(&document.url, &ENCODED);
        assert!(page.contains(&format!("{url}?om=")), "{url}");
    }
    for group in &found.by_group {
        let filtered = html("/hanvisningar/1931:47", &[("groups", &group.group)]);
        assert_eq!(filtered.matches("class=\"what\"").count() as u64, group.documents, "{}", group.group);
    }
    insta::assert_snapshot!(main_part(&html("/hanvisningar/1931:47", &[("plats", "K3P3")])));
}

#[test]
fn a_document_that_is_not_held_has_citers_and_one_that_nobody_knows_has_no_page() {
    let page = html("/hanvisningar/prop/2003/04:9", &[]);
    assert!(page.contains("Vi har inte") && page.contains("class=\"what\""));
    assert!(matches!(ask("/hanvisningar/nonsens", &[]), Err(AnswerError::NotFound(_))));
    assert!(matches!(ask("/hanvisningar/1931:47", &[("groups", "x")]), Err(AnswerError::Invalid { .. })));
    assert!(matches!(ask("/hanvisningar/1931:47", &[("offset", "x")]), Err(AnswerError::Invalid { .. })));
}

#[test]
fn comparisons_mark_the_same_in_one_text_and_in_columns() {
    let whole = html("/jamfor/1931:47", &[("from", "2004:310")]);
    assert!(whole.contains("<ins>") && whole.contains("<del>"));
    let columns = html("/jamfor/1931:47", &[("from", "2004:310"), ("vy", "sida")]);
    for tag in ["<ins>", "<del>"] {
        assert_eq!(whole.matches(tag).count(), columns.matches(tag).count(), "{tag}");
    }
    let changes = html("/jamfor/1931:47", &[("from", "2004:310"), ("bara", "1")]);
    assert!(changes.len() < whole.len() && !changes.contains("unit same\""));
    insta::assert_snapshot!(main_part(&changes));
    assert!(matches!(ask("/jamfor/1931:47", &[("from", "1:1")]), Ok(PageAnswer::Missing(_))));
    assert!(matches!(ask("/jamfor/dom/nja/2031s5", &[]), Err(AnswerError::NotFound(_))));
}

#[test]
fn a_graph_is_drawn_the_same_each_time() {
    let page = html("/graf/1931:47", &[]);
    assert_eq!(page, html("/graf/1931:47", &[]));
    insta::assert_snapshot!(main_part(&page));
    insta::assert_snapshot!(main_part(&html("/graf/1931:47", &[("inuti", "1")])));
    let chain = html("/graf", &[("from", "/1931:47"), ("to", "/dom/nja/2031s5")]);
    assert!(chain.contains("class=\"chain\"") && chain.contains("1 steg"), "{}", main_part(&chain));
}

#[test]
fn every_bucket_has_a_page_with_its_documents() {
    let mut leaves = 0;
    for source in answers::sources(&DEMO.1).unwrap() {
        let mut waiting = vec![source.source.clone()];
        let mut seen = HashSet::new();
        while let Some(path) = waiting.pop() {
            let page = html(&format!("/bladdra/{path}"), &[]);
            assert!(page.contains("class=\"what\"") || source.documents == 0, "{path}");
            leaves += usize::from(path.contains('/'));
            for link in page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let Some(path) = link.strip_prefix("/bladdra/").filter(|path| path.contains('/')) else {
                    continue;
                };
                let path = percent_encoding::percent_decode_str(path).decode_utf8().unwrap();
                if seen.insert(path.to_string()) {
                    waiting.push(path.into_owned());
                }
            }
        }
    }
    assert!(leaves > 30, "{leaves}");
    assert!(matches!(ask("/bladdra/nonsens", &[]), Err(AnswerError::NotFound(_))));
    assert!(matches!(ask("/bladdra/sfs/nonsens", &[]), Err(AnswerError::NotFound(_))));
}

#[test]
fn sitemaps_name_every_document_and_robots_name_the_sitemap() {
    let text = |path: &str| match ask(path, &[]).unwrap() {
        PageAnswer::Text { body, .. } => body,
        other => panic!("{path}: {other:?}"),
    };
    let base = DEMO.1.manifest().base.to_string();
    let index = text("/sitemap.xml");
    let sitemaps = index.split("<loc>").skip(1).map(|rest| rest.split('<').next().unwrap());
    let addresses: usize =
        sitemaps.map(|address| text(address.strip_prefix(&base).unwrap()).matches("<loc>").count()).sum();
    assert_eq!(addresses as u64, DEMO.1.manifest().counts.documents);
    assert!(text("/robots.txt").contains(&format!("Sitemap: {base}/sitemap.xml")));
    let guide = text("/llms.txt");
    assert!(
        guide.contains(&format!("{base}/api/v1/provision/history?uri=")) && guide.contains("/mcp"),
        "{guide}"
    );
    let server: serde_json::Value = serde_json::from_str(&text("/.well-known/mcp.json")).unwrap();
    assert_eq!(server["name"], "example.demo.lag/lagrum");
    assert_eq!(server["remotes"][0]["url"], format!("{base}/mcp"));
    assert_eq!(text("/server.json"), text("/.well-known/mcp.json"));
    assert!(text("/opensearch.xml").contains("/till?q={searchTerms}"));
    assert!(matches!(ask("/sitemap/sfs-99.xml", &[]), Err(AnswerError::NotFound(_))));
}

#[test]
fn an_old_address_of_a_picture_leads_to_the_picture() {
    match ask("/prop/2030/31:9/sid45.png", &[]).unwrap() {
        PageAnswer::SeeOther(path) => {
            assert!(path.starts_with("/api/v1/facsimile?uri=") && path.ends_with("&sid=45"), "{path}");
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(ask("/faksimil/prop/2030/31:9/sid9999", &[]), Err(AnswerError::NotFound(_))));
}

#[test]
fn nothing_is_written_into_a_page_that_its_policy_forbids() {
    for path in [
        "/bladdra",
        "/bladdra/sfs",
        "/hanvisningar/1931:47",
        "/jamfor/1931:47",
        "/graf/1931:47",
        "/nytt",
        "/om",
        "/om/tackning",
        "/om/sokhjalp",
        "/om/tillganglighet",
        "/graf",
    ] {
        let page = html(path, &[]);
        assert!(
            !page.contains(" style=") && !page.contains("<style") && !page.contains(" onclick"),
            "{path}"
        );
        for script in page.split("<script").skip(1) {
            assert!(script.starts_with(" src=") || script.contains("src=\"/_/"), "{path}: {}", &script[..60]);
        }
        assert_eq!(page.matches("<h1").count(), 1, "{path}");
    }
}
