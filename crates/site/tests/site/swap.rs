//! A snapshot is exchanged while pages are asked for: every page is that of one of the snapshots, and none fails.

use std::sync::{Arc, RwLock};

use lagrum_api::{RouterConfig, ServedSnapshot, endpoints};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_site::ReaderSite;
use lagrum_snapshot::{Snapshot, Snapshots};

use crate::served::{TODAY, filled, get_from};

const PAGES: [&str; 4] = ["/", "/1931:47", "/hanvisningar/1931:47", "/jamfor/1931:47?bara=1"];

fn open(data: &std::path::Path) -> Arc<Snapshot> {
    let snapshot = Snapshots::new(data).open_current().unwrap().unwrap();
    snapshot.load_resolver(TODAY).unwrap();
    Arc::new(snapshot)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_page_fails_or_mixes_two_snapshots() {
    let folder = tempfile::tempdir().unwrap();
    let data = filled(folder.path());
    let first = open(&data);
    // A statute with another name, which all the pages show.
    let (_, bytes) = lagrum_demo::files().find(|(path, _)| path.ends_with("sfs/1931/47.json")).unwrap();
    let changed = String::from_utf8(bytes.to_vec()).unwrap().replace("Fårlag", "Getlag").replace('\n', " ");
    let line = folder.path().join("sfs.ndjson");
    std::fs::write(&line, changed).unwrap();
    import(&Corpus::open(&data).unwrap(), &[line.display().to_string()], &ImportOptions::default(), &Silent)
        .unwrap();
    lagrum_builder::build(&data, &Silent).unwrap();
    let second = open(&data);

    let served = Arc::new(RwLock::new(first.clone()));
    let now = {
        let served = served.clone();
        move || ServedSnapshot::from_snapshot(TODAY, Some(served.read().unwrap().clone()))
    };
    let router = endpoints::all().into_router(RouterConfig::new(now).pages(Arc::new(ReaderSite::default())));
    let mut expected = Vec::new();
    for snapshot in [&first, &second] {
        *served.write().unwrap() = snapshot.clone();
        let mut pages = Vec::new();
        for page in PAGES {
            pages.push(get_from(&router, page, &[]).await.body);
        }
        expected.push(pages);
    }
    for (at, page) in PAGES.iter().enumerate() {
        assert_ne!(expected[0][at], expected[1][at], "{page}");
    }
    let asked = (0..4).map(|client| {
        let (router, expected) = (router.clone(), expected.clone());
        tokio::spawn(async move {
            for round in 0..100 {
                let at = (client + round) % PAGES.len();
                let response = get_from(&router, PAGES[at], &[]).await;
                assert_eq!(response.status, 200, "{}", PAGES[at]);
                let is_one = expected.iter().any(|pages| pages[at] == response.body);
                assert!(is_one, "{} is of neither snapshot", PAGES[at]);
            }
        })
    });
    let asked: Vec<_> = asked.collect();
    for round in 0..50 {
        *served.write().unwrap() = if round % 2 == 0 { first.clone() } else { second.clone() };
        tokio::task::yield_now().await;
    }
    for client in asked {
        client.await.unwrap();
    }
}
