//! Every page in each of its states, as an outline that a person can review. What a build changes is left out.

use lagrum_test_support::outline;

use crate::served::{get, get_from, router};

/// Lines of an outline. Pages of documents are shown to where the text begins.
const LINES: usize = 40;

/// The name of a snapshot, and an address of the demo.
const STATES: &[(&str, &str)] = &[
    ("start", "/"),
    ("document", "/1931:47"),
    ("document, cited place", "/1931:47?citera=K3P3"),
    ("document, query", "/1931:47?q=tillsyn"),
    ("document, query that is not in it", "/1931:47?q=kvantdator"),
    ("document, at the citing place", "/dom/nja/2031s5?om=/1931:47%23K3P3"),
    ("document, earlier lydelse", "/1931:47/konsolidering/2004:310"),
    ("document, lydelse of a day", "/1931:47?datum=2004-12-31"),
    ("document, day before all lydelser", "/1931:47?datum=1800-01-01"),
    ("document, no day", "/1931:47?datum=igår"),
    ("document, expired", "/rs/fk/2030:02"),
    ("document, concept without text", "/begrepp/Färja"),
    ("document, consolidated regulation", "/nfs/2029:6"),
    ("document, EU act", "/celex/32031R0077"),
    ("document, treaty", "/coe/005"),
    ("document, preparatory work", "/prop/2030/31:9"),
    ("document, decision", "/dom/nja/2031s5"),
    ("document, missing place", "/1931:47?saknas=K9P99"),
    ("document, concept that an act defines", "/begrepp/Tjocka"),
    ("not held", "/prop/2003/04:9"),
    ("unknown", "/nonsens"),
    ("slash", "/1931:47/"),
    ("search", "/sok?q=tillsyn"),
    ("search, citation", "/sok?q=3+kap.+3+%C2%A7+f%C3%A5rlagen"),
    ("search, correction", "/sok?q=tillsym"),
    ("search, nothing", "/sok?q=kvantdator"),
    ("search, empty", "/sok"),
    ("search, bad year", "/sok?q=tillsyn&year=x"),
    ("goto, place", "/till?q=3+kap.+3+%C2%A7+f%C3%A5rlagen"),
    ("goto, place of the open act", "/till?q=2:3&fran=/1931:47"),
    ("goto, words", "/till?q=vem+har+tillsyn"),
    ("citers", "/hanvisningar/1931:47?plats=K3P3"),
    ("citers, of what is not held", "/hanvisningar/prop/2003/04:9"),
    ("citers, none", "/hanvisningar/begrepp/Färja"),
    ("history, of a day", "/historia/1931:47?plats=K3P3&datum=2001-01-01"),
    ("preferences", "/om/installningar"),
    ("comparison", "/jamfor/1931:47?bara=1"),
    ("comparison, in columns", "/jamfor/1931:47?bara=1&vy=sida"),
    ("comparison, equal", "/jamfor/1931:47?from=2004:310&to=2004:310"),
    ("comparison, unknown lydelse", "/jamfor/1931:47?from=1:1"),
    ("graph", "/graf/1931:47?plats=K3P3"),
    ("graph, within", "/graf/1931:47?inuti=1"),
    ("chain", "/graf?from=/dom/nja/2031s5&to=/1931:47"),
    ("chain, by names", "/graf?from=fårlagen&to=NJA+2031+s.+5"),
    ("chain, of nothing", "/graf?from=fårl&to=kvantdatorlagen"),
    ("chain, to be asked", "/graf"),
    ("browse", "/bladdra"),
    ("browse, source", "/bladdra/sfs"),
    ("browse, unknown source", "/bladdra/x"),
    ("facsimile", "/faksimil/sou/2029:3/sid11"),
    ("facsimile, none", "/faksimil/1931:47/sid1"),
    ("about", "/om"),
    ("coverage", "/om/tackning"),
    ("help", "/om/sokhjalp"),
    ("words", "/om/ord"),
    ("english", "/en"),
    ("accessibility", "/om/tillganglighet"),
];

/// An address with its letters percent-encoded.
fn encoded(address: &str) -> String {
    let byte = |byte: u8| {
        if byte.is_ascii() { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    address.bytes().map(byte).collect()
}

/// What a reader sees of a page: its status, where it leads, and what is in it.
fn shown(response: &crate::served::Response) -> String {
    let main = response.body.split("<main").nth(1).and_then(|rest| rest.split("</main>").next());
    let html = main.map(|main| format!("<main{main}</main>")).unwrap_or_default();
    // The demo was imported on the day of the test.
    let html = html.replace(&lagrum_snapshot::today().to_string(), "(today)");
    let lines = outline(&html, LINES);
    // The time of the build.
    let lines: Vec<&str> = lines.lines().filter(|line| !line.contains("Uppdaterad ")).collect();
    let location = response.header("location");
    let status = format!("{} {location}", response.status.as_u16());
    format!("{}\n{}", status.trim_end(), lines.join("\n"))
}

#[tokio::test]
async fn pages_are_as_they_were_in_each_of_their_states() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _bound = settings.bind_to_scope();
    for (name, address) in STATES {
        let response = get(&encoded(address)).await;
        insta::assert_snapshot!(name.replace(", ", "-").replace(' ', "_"), shown(&response));
    }
}

#[tokio::test]
async fn a_server_without_a_snapshot_says_so() {
    let response = get_from(&router(None), "/", &[]).await;
    insta::assert_snapshot!("nothing_built", shown(&response));
}
