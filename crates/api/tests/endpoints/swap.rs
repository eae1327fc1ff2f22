//! A new snapshot is served from the next request on, and the old one stays open as long as a request uses it.

use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::Snapshots;

use crate::served::{BASE, Served, TODAY, build, encoded, fill, open, uri};

#[tokio::test]
async fn an_import_changes_nothing_until_it_is_built() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let served = Served::new(Some(open(folder.path())));
    let path = format!("/api/v1/document?uri={}", uri("1931:47"));
    let before = served.get(&path).await;

    let changed = folder.path().join("sfs.ndjson");
    std::fs::write(&changed, format!(r#"{{"uri":"{BASE}/1931:47","structure":[],"metadata":{{}}}}"#))
        .unwrap();
    let corpus = Corpus::create(&folder.path().join("data")).unwrap();
    import(&corpus, &[changed.display().to_string()], &ImportOptions::default(), &Silent).unwrap();
    assert_eq!(served.get(&path).await.body, before.body);

    // The new snapshot is published, but a running request holds the old one: its artifacts stay.
    build(folder.path());
    assert_eq!(served.get(&path).await.body, before.body);
    let snapshots = Snapshots::new(&folder.path().join("data"));
    assert_eq!(snapshots.all().unwrap().len(), 2);

    served.set_snapshot(Some(open(folder.path())));
    let after = served.get(&path).await;
    assert_ne!(after.body, before.body);
    assert_ne!(after.header("etag"), before.header("etag"));

    // No request holds the old snapshot any more: the next build deletes it, with the artifacts that only it needed.
    build(folder.path());
    assert_eq!(snapshots.all().unwrap().len(), 2, "the one served and the one just published");
    assert_eq!(served.get(&path).await.body, after.body);
}

#[tokio::test]
async fn an_answer_made_before_the_names_are_loaded_is_not_kept() {
    let snapshot = Served::demo_snapshot();
    snapshot.load_search().unwrap();
    let served = Served::new(Some(snapshot.clone()));
    let path = format!("/api/v1/search?q={}", encoded("fårlagen tillsyn"));
    for _ in 0..2 {
        let answer = served.get(&path).await;
        assert_eq!((answer.status.as_u16(), answer.header("etag")), (200, ""));
    }
    snapshot.load_resolver(TODAY).unwrap();
    let answer = served.get(&path).await;
    assert_ne!(answer.header("etag"), "");
    assert_eq!(answer.json()["results"][0]["uri"], format!("{BASE}/1931:47"), "it is named, so it leads");
    // The names of another day are used until those of this day are loaded, and the answers are not cached either.
    served.set_day(TODAY.tomorrow().unwrap());
    assert_eq!(served.get(&path).await.header("etag"), "");
    snapshot.load_resolver(TODAY.tomorrow().unwrap()).unwrap();
    assert_ne!(served.get(&path).await.header("etag"), "");
}
