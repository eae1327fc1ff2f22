//! How the documents of a source are filed, on the demo.

use jiff::civil::date;
use lagrum_answers::AnswerError;
use serde_json::Value;

use crate::fixture::loaded;
use crate::reader::Reader;

/// The sources that are filed.
fn filed() -> impl Iterator<Item = &'static str> {
    lagrum_sources::all().iter().filter(|source| source.scheme.is_some()).map(|source| source.name)
}

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

#[test]
fn leaves_hold_what_they_say_in_every_source() {
    let reader = Reader::demo();
    assert_eq!(filed().count(), 15);
    for source in filed() {
        let tree = reader.facets(source);
        assert_eq!(tree, reader.browse(source, None));
        let first: Vec<_> = tree["default"].as_array().unwrap().clone();
        assert_eq!(first.len(), tree["levels"].as_array().unwrap().len(), "{source}");
        assert!(!leaves(&tree).is_empty(), "{source}");
        for (path, count) in leaves(&tree) {
            let listed = reader.browse(source, Some(&path));
            assert_eq!(listed["total"].as_u64(), Some(count), "{source} {path}");
            let found = listed.to_string().matches("\"display\"").count() as u64;
            assert!(found >= count, "{source} {path}: {found}");
        }
    }
}

#[test]
fn what_expires_leaves_its_bucket_that_day() {
    let on = |day| {
        let reader = Reader::new(loaded(), day);
        let leaves = leaves(&reader.facets("sfs"));
        for (path, count) in &leaves {
            assert_eq!(reader.browse("sfs", Some(path))["total"].as_u64(), Some(*count));
        }
        leaves.iter().map(|leaf| leaf.1).sum::<u64>()
    };
    assert_eq!(on(date(2099, 12, 31)), on(date(2098, 12, 31)) - 1);
}

#[test]
fn a_source_without_facets() {
    for source in ["kommentar", "nobody", "SFS"] {
        let failure = Reader::demo().try_browse(source, None, 0, 2000).unwrap_err();
        assert!(matches!(failure, AnswerError::NotFound(_)), "{source}: {failure:?}");
    }
}

#[test]
fn a_slice_of_a_leaf() {
    let reader = Reader::demo();
    let slice = |offset, limit| reader.try_browse("dv", Some("nja/2031"), offset, limit).unwrap();
    let documents = |json: &Value| json["buckets"][0]["children"][0]["documents"].as_array().unwrap().clone();
    let all = slice(0, 2000);
    assert_eq!(documents(&all).len(), 3);
    let second = slice(1, 1);
    assert_eq!(documents(&second), documents(&all)[1..2]);
    assert_eq!((&second["offset"], &second["limit"], &second["total"]), (&1.into(), &1.into(), &3.into()));
    assert!(documents(&slice(9, 1)).is_empty());
}

#[test]
fn what_is_no_leaf() {
    let reader = Reader::demo();
    for bucket in ["nja", "nja/1800", "nobody/2031", "nja/2031/x", "/"] {
        let failure = reader.try_browse("dv", Some(bucket), 0, 2000).unwrap_err();
        assert!(matches!(failure, AnswerError::NotFound(_)), "{bucket}: {failure:?}");
    }
    assert!(reader.try_browse("dv", Some("nja/2031/"), 0, 2000).is_ok());
}
