//! Both engines find the same, and where a document lies makes no difference.

use std::collections::HashSet;

use lagrum_corpus::Silent;
use lagrum_search::{
    DayNumber, DocumentNumber, Embedded, Engine, Filters, FindRequest, HitOrder, QueryPlanner, RemoteIndex,
    SearchRequest, SortPosition, search_page,
};
use lagrum_snapshot::SnapshotId;

use crate::compare::compare;
use crate::place::{Cluster, Place};
use crate::queries::made;

const TODAY: DayNumber = DayNumber::new(2031, 1, 1);

pub fn searches(embedded: &Embedded, count: usize) -> Vec<SearchRequest> {
    let mut searches = made(embedded, embedded.extent().0 as u32, count, TODAY);
    let cases = lagrum_test_support::optional_real_corpus()
        .and_then(|folder| std::fs::read_to_string(folder.join("cases/search.jsonl")).ok());
    for line in cases.iter().flat_map(|text| text.lines()) {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let query = case["q"].as_str().unwrap().into();
        let filters = Filters { today: TODAY, ..Filters::default() };
        searches.push(SearchRequest { query, filters, limit: 10, ..SearchRequest::default() });
    }
    searches
}

pub fn assert_same(embedded: &Embedded, cluster: &dyn Engine, searches: &[SearchRequest]) {
    let comparison = compare(embedded, cluster, searches);
    println!("{comparison}");
    assert!(comparison.different.is_empty(), "{comparison}");
    assert!(comparison.searches >= 450 && comparison.finding >= 300, "{comparison}");
    assert!(comparison.overlap > 0.9, "{comparison}");
}

/// What explains each hit adds up to its score, and for most hits nearly all of that without what the cluster's own differs by.
fn assert_explained<'a>(cluster: &dyn Engine, searches: impl Iterator<Item = &'a SearchRequest>) {
    let mut differences = Vec::new();
    for asked in searches {
        // Queries that cannot be read are among the searches.
        let Ok(page) = search_page(cluster, &SearchRequest { explain: true, ..asked.clone() }) else {
            continue;
        };
        for hit in &page.hits {
            let explanation = hit.explanation.as_ref().unwrap();
            let share = |difference: f32| difference.abs() / hit.score.abs().max(1.0);
            assert!(share(explanation.recomputed() - hit.score) < 1e-4, "{:?}: {hit:?}", asked.query.text());
            let added = explanation.added.iter().find(|added| added.name == "cluster").unwrap();
            differences.push((share(added.value), format!("{:?}: {}", asked.query.text(), hit.hit.uri)));
        }
    }
    differences.sort_by(|a, b| b.0.total_cmp(&a.0));
    let above = |limit: f32| differences.iter().take_while(|(difference, _)| *difference > limit).count();
    let found = format!(
        "{} hits are explained; the cluster's score differs by more than 2 % for {}, 5 % for {}, 10 % for {}; most for {:#?}",
        differences.len(),
        above(0.02),
        above(0.05),
        above(0.1),
        &differences[..differences.len().min(20)],
    );
    println!("{found}");
    assert!(differences.len() > 500, "{found}");
    assert!(12 * above(0.1) < differences.len(), "{found}");
}

/// Uris and scores in their order, a page at a time.
fn walked(engine: &dyn Engine, asked: &SearchRequest, limit: usize) -> Vec<(DocumentNumber, f32)> {
    let planner = QueryPlanner {
        vocabulary: engine.vocabulary(),
        compounds: engine.compounds(),
        tuning: engine.tuning(),
    };
    let plan = planner.plan_knowing(&asked.query, &[]).unwrap();
    let mut request =
        FindRequest { filters: asked.filters.clone(), sort: asked.sort, limit, ..FindRequest::default() };
    let mut all = Vec::new();
    loop {
        let found = engine.find(&plan, &request).unwrap();
        all.extend(found.candidates.iter().map(|candidate| (candidate.document, candidate.score)));
        let Some(last) = found.candidates.last().filter(|_| found.more) else { return all };
        request.after = Some(SortPosition { value: last.value(asked.sort), document: last.document.next() });
    }
}

#[test]
fn shards_make_no_difference_and_pages_no_gaps() {
    let Some(cluster) = Cluster::start(1) else { return };
    let place = Place::demo();
    let access = cluster.access();
    let first = place.build(&access, 1, 0);
    let embedded = place.embedded();
    let searches = searches(&embedded, 500);
    let one_shard = place.engine(&access);
    assert_same(&embedded, &one_shard, &searches);
    assert_explained(&one_shard, searches.iter());

    // The same documents again, in three parts: another data folder, so that the first index stays.
    let other = Place::demo();
    other.build(&access, 3, 0);
    let three_shards = other.engine(&access);
    for asked in searches.iter().take(150) {
        let whole = walked(&one_shard, asked, 9000);
        assert_eq!(whole, walked(&three_shards, asked, 9000), "{:?}", asked.query.text());
        let pages = walked(&three_shards, asked, 3);
        assert_eq!(whole, pages, "{:?}", asked.query.text());
        let documents: HashSet<DocumentNumber> = pages.iter().map(|(document, _)| *document).collect();
        assert_eq!(documents.len(), pages.len(), "{:?}", asked.query.text());
    }

    // A cursor of one server works at another, and both show the same.
    let another = place.engine(&access);
    for sort in [HitOrder::Relevance, HitOrder::Citations] {
        let filters = Filters { today: TODAY, ..Filters::default() };
        let asked =
            SearchRequest { query: "lag".into(), sort, filters, limit: 4, ..SearchRequest::default() };
        let begun = search_page(&one_shard, &asked).unwrap();
        let next = SearchRequest { cursor: begun.next_cursor.clone(), ..asked.clone() };
        assert!(next.cursor.is_some());
        let [here, there] = [&one_shard, &another].map(|engine| search_page(engine, &next).unwrap());
        let uris = |page: &lagrum_search::SearchPage| -> Vec<String> {
            page.hits.iter().map(|hit| hit.hit.uri.clone()).collect()
        };
        assert_eq!(uris(&here), uris(&there));
        assert!(uris(&here).iter().all(|uri| !uris(&begun).contains(uri)));
        // What is shown of the hits is what the embedded engine shows of them.
        for hit in &here.hits {
            let number = embedded.position(&hit.hit.uri).unwrap().document().unwrap();
            let plan = QueryPlanner {
                vocabulary: embedded.vocabulary(),
                compounds: embedded.compounds(),
                tuning: embedded.tuning(),
            };
            let shown = embedded.passages(&plan.plan("lag").unwrap(), &[number], TODAY).unwrap();
            // What that costs differs: hits of one page share the look-up of words.
            assert_eq!(hit.passages.highlight, shown[0].highlight);
            assert_eq!(hit.passages.passages, shown[0].passages);
        }
    }
    only_what_changed_is_sent(&cluster, &place, first.id.as_str());
}

/// Brings one law more into a demo, and says under which uri.
pub fn import_another(place: &Place) -> String {
    let changed = tempfile::tempdir().unwrap();
    let folder = changed.path().join("sfs");
    std::fs::create_dir_all(&folder).unwrap();
    let uri = lagrum_demo::files()
        .find_map(|(_, bytes)| {
            let json: serde_json::Value = serde_json::from_slice(bytes).ok()?;
            json["uri"].as_str().filter(|uri| uri.ends_with("1931:47")).map(str::to_owned)
        })
        .unwrap();
    let base = uri.trim_end_matches("1931:47");
    let another = format!("{base}2030:999");
    let artifact = serde_json::json!({
        "uri": another, "type": "sfs", "title": "Lag (2030:999) om kvastar",
        "structure": [{"type": "paragraf", "id": "P1", "text": ["En kvast ska vara hel."]}],
    });
    std::fs::write(folder.join("2030.json"), artifact.to_string()).unwrap();
    place.import(changed.path());
    another
}

/// A second build begins with a clone of the first index, and what nobody needs goes.
fn only_what_changed_is_sent(cluster: &Cluster, place: &Place, first: &str) {
    let access = cluster.access();
    let name = |id: &str| format!("lagrum-{}", id.to_lowercase());
    // What a build that was killed leaves, and what is another's.
    let leave = |index: &str, folder: &str| {
        let meta = serde_json::json!({"format": 1, "folder": folder, "snapshot": "x", "digest": "x",
            "similarity": {"repetition": 1.2, "length": 0.5, "average": 1.0}});
        let body = serde_json::json!({"mappings": {"_meta": {"lagrum": meta}}});
        let address = cluster.nodes.addresses();
        ureq::put(format!("{address}/{index}"))
            .header("content-type", "application/json")
            .send(body.to_string())
            .unwrap();
    };
    let own = std::fs::read_to_string(place.data().join("search-id")).unwrap();
    leave("lagrum-killed", own.trim());
    leave("lagrum-another", &"0".repeat(32));

    let another = import_another(place);
    let second = place.build(&access, 1, 0);
    let indexes = cluster.indexes();
    assert!(indexes.contains(&name(second.id.as_str())), "{indexes:?}");
    assert!(indexes.contains(&name(first)), "the one just replaced stays: {indexes:?}");
    assert!(!indexes.contains(&"lagrum-killed".to_owned()), "{indexes:?}");
    assert!(indexes.contains(&"lagrum-another".to_owned()), "{indexes:?}");
    let settings = cluster.nodes.get(0, &format!("/{}/_settings", name(second.id.as_str()))).unwrap();
    assert!(settings.contains("resize"), "it is a clone: {settings}");

    let (embedded, engine) = (place.embedded(), place.engine(&access));
    assert_same(&embedded, &engine, &searches(&embedded, 500));
    let filters = Filters { today: TODAY, ..Filters::default() };
    let asked = SearchRequest { query: "kvastar".into(), filters, limit: 10, ..SearchRequest::default() };
    let found = search_page(&engine, &asked).unwrap();
    assert_eq!(found.hits[0].hit.uri, another);

    let third = place.build(&access, 1, 0);
    let indexes = cluster.indexes();
    assert!(!indexes.contains(&name(first)) && indexes.contains(&name(third.id.as_str())), "{indexes:?}");

    // Other parts are asked for than the index before has, so it is no clone of that.
    let fourth = place.build_named(&access, "lagrum-more", 2, 0);
    let index = format!("lagrum-more-{}", fourth.id.as_str().to_lowercase());
    let settings = cluster.nodes.get(0, &format!("/{index}/_settings")).unwrap();
    assert!(settings.contains("\"number_of_shards\":\"2\"") && !settings.contains("resize"), "{settings}");
    // What a snapshot on disk needs stays, whatever its name begins with.
    let snapshots = place.snapshots();
    let kept: Vec<&str> = snapshots.iter().map(SnapshotId::as_str).collect();
    place.filler(&access, "lagrum", 2, 0).begin(&kept, &Silent).unwrap();
    assert!(cluster.indexes().contains(&index), "{:?}", cluster.indexes());
}

#[test]
fn on_a_real_corpus_both_find_the_same() {
    let Some(place) = Place::real() else { return };
    let Some(cluster) = Cluster::start(1) else { return };
    let access = cluster.access();
    place.build(&access, 3, 0);
    let (embedded, engine) = (place.embedded(), place.engine(&access));
    let searches = searches(&embedded, 500);
    assert_same(&embedded, &engine, &searches);
    // Each asks once more.
    assert_explained(&engine, searches.iter().step_by(4));
}
