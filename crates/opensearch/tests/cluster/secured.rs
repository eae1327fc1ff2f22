//! A cluster with users and rights of its own, which somebody has set up: `LAGRUM_TEST_SECURED` has its addresses,
//! `LAGRUM_TEST_SECURED_CA` and `LAGRUM_TEST_SECURED_USER` the files that `--search-ca` and `--search-user-file` take. The
//! user should have the rights that docs/operate.md lists, and no others.

use std::path::Path;

use lagrum_opensearch::ClusterAccess;
use lagrum_search::search_page;

use crate::place::Place;
use crate::same::{assert_same, import_another, searches};

#[test]
fn the_rights_of_the_readme_are_enough() {
    let Ok(addresses) = std::env::var("LAGRUM_TEST_SECURED") else {
        lagrum_test_support::skipped("no secured cluster: LAGRUM_TEST_SECURED is not set");
        return;
    };
    let mut access = ClusterAccess::parse(&addresses).unwrap();
    if let Ok(file) = std::env::var("LAGRUM_TEST_SECURED_CA") {
        access = access.with_ca_file(Path::new(&file)).unwrap();
    }
    if let Ok(file) = std::env::var("LAGRUM_TEST_SECURED_USER") {
        access = access.with_user_file(Path::new(&file)).unwrap();
    }
    let place = Place::demo();
    place.build(&access, 1, 1);
    let embedded = place.embedded();
    let first = place.engine(&access);
    let searches = searches(&embedded, 500);
    assert_same(&embedded, &first, &searches);
    // The second begins as a clone of the first; a build that may not clone warns, and sends everything anew.
    import_another(&place);
    place.build(&access, 1, 1);
    assert_same(&place.embedded(), &place.engine(&access), &searches);
    // The third deletes the first.
    place.build(&access, 1, 1);
    let failure = search_page(&first, &searches[0]).unwrap_err().to_string();
    assert!(failure.contains("has no index"), "{failure}");
}
