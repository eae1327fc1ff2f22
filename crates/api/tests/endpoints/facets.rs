use jiff::civil::date;
use serde_json::Value;

use crate::served::Served;

const FACETED: [&str; 15] = [
    "sfs",
    "dv",
    "forarbete",
    "foreskrift",
    "avg",
    "rs",
    "begrepp",
    "eurlex",
    "edpb",
    "hudoc",
    "coe",
    "icrc",
    "untc",
    "icc",
    "icj",
];

/// Every leaf's slug path with its count.
fn leaves(tree: &Value) -> Vec<(String, u64)> {
    fn walk(bucket: &Value, outer: &str, found: &mut Vec<(String, u64)>) {
        let path = format!("{outer}{}", bucket["slug"].as_str().unwrap());
        let count = bucket["count"].as_u64().unwrap();
        assert!(count > 0, "{path}: an empty bucket");
        match bucket["children"].as_array() {
            Some(children) => {
                let before = found.len();
                for child in children {
                    walk(child, &format!("{path}/"), found);
                }
                assert_eq!(found[before..].iter().map(|leaf| leaf.1).sum::<u64>(), count, "{path}");
            }
            None => found.push((path, count)),
        }
    }
    let mut found = Vec::new();
    for bucket in tree["buckets"].as_array().unwrap() {
        walk(bucket, "", &mut found);
    }
    found
}

#[tokio::test]
async fn the_tree_of_case_law() {
    insta::assert_json_snapshot!(Served::demo().json("/api/v1/facets?source=dv").await);
}

#[tokio::test]
async fn leaves_hold_what_they_say_in_every_source() {
    let served = Served::demo();
    for source in FACETED {
        let tree = served.json(&format!("/api/v1/facets?source={source}")).await;
        assert_eq!(tree, served.json(&format!("/api/v1/browse?source={source}")).await);
        let first: Vec<_> = tree["default"].as_array().unwrap().clone();
        assert_eq!(first.len(), tree["levels"].as_array().unwrap().len(), "{source}");
        assert!(!leaves(&tree).is_empty(), "{source}");
        for (path, count) in leaves(&tree) {
            let listed = served.json(&format!("/api/v1/browse?source={source}&bucket={path}")).await;
            assert_eq!(listed["total"].as_u64(), Some(count), "{source} {path}");
            let found = listed.to_string().matches("\"display\"").count() as u64;
            assert!(found >= count, "{source} {path}: {found}");
        }
    }
}

#[tokio::test]
async fn what_expires_leaves_its_bucket_that_day() {
    let served = Served::demo();
    let on = async |day| {
        served.set_day(day);
        let tree = served.json("/api/v1/facets?source=sfs").await;
        let leaves = leaves(&tree);
        for (path, count) in &leaves {
            let listed = served.json(&format!("/api/v1/browse?source=sfs&bucket={path}")).await;
            assert_eq!(listed["total"].as_u64(), Some(*count));
        }
        leaves.iter().map(|leaf| leaf.1).sum::<u64>()
    };
    let before = on(date(2098, 12, 31)).await;
    assert_eq!(on(date(2099, 12, 31)).await, before - 1);
}

#[tokio::test]
async fn a_source_without_facets() {
    for source in ["kommentar", "nobody", "SFS"] {
        let (status, _) = Served::demo().failure(&format!("/api/v1/facets?source={source}")).await;
        assert_eq!(status, 404, "{source}");
    }
}
