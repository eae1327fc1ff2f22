//! The input of the typesetter, and the headers of the answer.

use lagrum_print_pool::{PrintError, PrintRejection};
use lagrum_render::manuscript::Manuscript;

use crate::printer::Mirror;
use crate::served::{Served, encoded};

fn pdf(path: &str, rest: &str) -> String {
    format!("/api/v1/pdf?path={}&{rest}", encoded(path))
}

/// The manuscript that is made for a request.
async fn manuscript(served: &Served, path: &str, rest: &str) -> Manuscript {
    let answer = served.get(&pdf(path, rest)).await;
    assert_eq!(answer.status, 200, "{path} {rest}: {}", answer.text());
    serde_json::from_slice(&answer.body).unwrap()
}

#[tokio::test]
async fn the_artifact_goes_to_the_typesetter_as_it_is() {
    let (served, _) = Served::printing();
    let set = manuscript(&served, "/1931:47", "").await;
    let stored = lagrum_demo::files().find(|(path, _)| *path == "sfs/1931/47.json").unwrap().1;
    let same: serde_json::Value = serde_json::from_slice(stored).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(set.artifact.unwrap().get()).unwrap(), same);
    assert_eq!(set.address, format!("{}/1931:47", crate::served::BASE));
    assert_eq!((set.layout.contents, set.layout.amendments, set.layout.columns), (false, true, 1));
    assert!(set.context.is_empty());
    let other = manuscript(&served, "/1931:47", "toc=1&andringar=0&kolumner=2").await.layout;
    assert_eq!((other.contents, other.amendments, other.columns), (true, false, 2));
}

#[tokio::test]
async fn every_document_has_a_manuscript() {
    let (served, _) = Served::printing();
    let list = served.json("/api/v1/documents?limit=1000&include_expired=true").await;
    let documents = list["documents"].as_array().unwrap();
    assert!(documents.len() > 100);
    for document in documents {
        let path = document["uri"].as_str().unwrap().replace("{base}", "");
        manuscript(&served, &path, "kontext=alla").await;
    }
}

#[tokio::test]
async fn a_manuscript_says_what_must_not_be_overlooked() {
    let (served, _) = Served::printing();
    let list = served.json("/api/v1/documents?limit=1000&include_expired=true").await;
    let live = served.json("/api/v1/documents?limit=1000").await;
    let live: Vec<&str> =
        live["documents"].as_array().unwrap().iter().filter_map(|row| row["uri"].as_str()).collect();
    let (mut ended, mut decided) = (0, 0);
    for document in list["documents"].as_array().unwrap() {
        let path = document["uri"].as_str().unwrap().replace("{base}", "");
        let says = |words: &[&str], set: &Manuscript| {
            set.status.iter().any(|line| words.iter().any(|word| line.starts_with(word)))
        };
        let is_live = live.contains(&document["uri"].as_str().unwrap());
        match (document["source"].as_str().unwrap(), is_live) {
            ("sfs", false) => {
                let set = manuscript(&served, &path, "").await;
                assert!(says(&["Upphävd", "Gäller inte"], &set), "{path}: {:?}", set.status);
                ended += 1;
            }
            ("dv", _) => {
                let set = manuscript(&served, &path, "").await;
                assert!(set.status.len() == 1 && !set.foot.is_empty(), "{path}: {:?}", set.status);
                assert!(set.made.is_some());
                decided += 1;
            }
            _ => {}
        }
    }
    assert!(ended > 0 && decided > 3, "{ended} {decided}");
}

#[tokio::test]
async fn context_stands_under_the_provision_it_cites() {
    let (served, _) = Served::printing();
    let set = manuscript(&served, "/1931:47", "kontext=dv").await;
    let cited = |anchor: &str| {
        let context = set.context.iter().find(|context| context.anchor.as_deref() == Some(anchor));
        context.map(|context| context.groups.clone()).unwrap_or_default()
    };
    let groups = cited("K3P3");
    assert_eq!(groups.len(), 1);
    assert_eq!(groups[0].heading, "Rättsfall");
    let names: Vec<_> = groups[0].references.iter().map(|reference| reference.name.as_str()).collect();
    assert!(names.iter().any(|name| name.contains("NJA 2031 s. 5")), "{names:?}");
    assert!(cited("nothing").is_empty());
    // Fewer kinds give less context; two columns give none.
    assert!(manuscript(&served, "/1931:47", "kontext=remiss").await.context.is_empty());
    assert!(manuscript(&served, "/1931:47", "kontext=alla&kolumner=2").await.context.is_empty());
    let all = manuscript(&served, "/1931:47", "kontext=alla").await;
    assert!(all.context.len() >= set.context.len());
    let headings: Vec<_> = all.context.iter().flat_map(|c| &c.groups).map(|g| g.heading.as_str()).collect();
    assert!(headings.contains(&"Förarbeten"), "{headings:?}");
}

#[tokio::test]
async fn graphics_are_drawn_first() {
    let (served, printer) = Served::printing();
    let set = manuscript(&served, "/2030:78", "").await;
    let anchors: Vec<_> = set.figures.iter().map(|figure| figure.anchor.as_str()).collect();
    assert_eq!(anchors, ["G1", "G2"]);
    assert_eq!(set.figures[0].picture.source, "SFS 2030:78 s. 1");
    assert_eq!(printer.prints(), 3);

    // A PDF with a graphic that cannot be drawn now fails.
    let (served, printer) = Served::printing();
    for (failure, status) in [
        (PrintError::Busy, 503),
        (PrintError::TimedOut, 503),
        (PrintError::WorkerFailed("x".to_owned()), 503),
        (PrintError::Rejected(PrintRejection::BeyondPage), 500),
    ] {
        printer.fail(Some(failure));
        assert_eq!(served.get(&pdf("/2030:78", "")).await.status.as_u16(), status);
    }
}

#[tokio::test]
async fn the_file_has_a_name_and_is_kept() {
    let (served, printer) = Served::printing();
    let shown = served.get(&pdf("/1931:47", "")).await;
    assert_eq!(shown.header("content-type"), "application/pdf");
    assert_eq!(shown.header("content-disposition"), "inline; filename=\"1931-47.pdf\"");
    assert_eq!(shown.header("cache-control"), "public, no-cache");
    let saved = served.get(&pdf("/1931:47", "download=true")).await;
    assert_eq!(saved.header("content-disposition"), "attachment; filename=\"1931-47.pdf\"");
    assert_eq!(printer.prints(), 1);
    let etag = shown.header("etag");
    assert_eq!(served.get_with(&pdf("/1931:47", ""), &[("if-none-match", etag)]).await.status, 304);
}

#[tokio::test]
async fn what_can_be_wrong() {
    let (served, printer) = Served::printing();
    let table = [
        ("/api/v1/pdf".to_owned(), 422),
        (pdf("/1931:47", "kolumner=3"), 422),
        (pdf("/1931:47", "kolumner=0"), 422),
        (pdf("/1931:47", "toc=perhaps"), 422),
        (pdf("/1931:47", "kontext=domar"), 422),
        (pdf("/1931:47", "kontext=dv,domar"), 422),
        (pdf("/1931:47", "kontext=domar&kolumner=2"), 422),
        (pdf("/2099:1", ""), 404),
        (pdf("1931:47", ""), 404),
        (pdf("", ""), 404),
        (pdf("/", ""), 404),
        (pdf("/1931:47/", ""), 404),
        (pdf("/../../etc/passwd", ""), 404),
        (pdf(&format!("{}/1931:47", crate::served::BASE), ""), 404),
    ];
    for (path, expected) in table {
        assert_eq!(served.get(&path).await.status.as_u16(), expected, "{path}");
    }
    assert_eq!(printer.prints(), 0);
    let unknown = served.get(&pdf("/1931:47", "kontext=domar")).await.json();
    assert_eq!(unknown["detail"][0]["type"], "value_error");
    assert_eq!(unknown["detail"][0]["loc"][1], "kontext");
}

#[tokio::test]
async fn a_program_without_the_typesetter_says_how_to_get_one() {
    let (served, printer) = Served::printing();
    printer.fail(Some(PrintError::Rejected(PrintRejection::NoTypesetter)));
    let answer = served.get(&pdf("/1931:47", "")).await;
    assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, ""));
    assert!(answer.text().contains("cargo build --release"), "{}", answer.text());
}

#[tokio::test]
async fn a_busy_press_says_when_to_come_back() {
    let (served, _folder) = Served::busy();
    let busy = served.get(&pdf("/1931:47", "")).await;
    assert_eq!((busy.status.as_u16(), busy.header("retry-after")), (503, "30"));
    let (served, printer): (_, Mirror) = Served::printing();
    printer.fail(Some(PrintError::TimedOut));
    assert_eq!(served.get(&pdf("/1931:47", "")).await.header("retry-after"), "300");
}
