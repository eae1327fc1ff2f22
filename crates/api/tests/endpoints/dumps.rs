use std::io::Read;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::served::Served;

fn lines(gzip: &[u8]) -> Vec<Value> {
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(gzip).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn the_manifest_and_the_files_agree() {
    let served = Served::demo();
    let manifest = served.json("/api/v1/dumps").await;
    let mut files: Vec<&Value> = Vec::new();
    for dump in manifest.as_array().unwrap() {
        files.push(dump);
        files.extend([&dump["versions"], &dump["status"]].into_iter().filter(|file| !file.is_null()));
    }
    assert!(files.iter().any(|file| file["file"] == "versions-sfs.ndjson.gz"));
    assert!(files.iter().any(|file| file["file"] == "eurlex-status.json"));
    for file in files {
        let name = file["file"].as_str().unwrap();
        let answer = served.get(&format!("/dumps/{name}")).await;
        assert_eq!(answer.status, 200, "{name}");
        assert_eq!(answer.body.len() as u64, file["bytes"].as_u64().unwrap(), "{name}");
        assert_eq!(hex::encode(Sha256::digest(&answer.body)), file["sha256"].as_str().unwrap(), "{name}");
        if name.ends_with(".gz") {
            assert_eq!(answer.header("content-type"), "application/gzip");
            assert_eq!(lines(&answer.body).len() as u64, file["lines"].as_u64().unwrap(), "{name}");
        }
    }
}

#[tokio::test]
async fn a_line_is_the_artifact_and_lines_are_in_order() {
    let served = Served::demo();
    let dump = lines(&served.get("/dumps/forarbete.ndjson.gz").await.body);
    assert!(dump.is_sorted_by_key(|artifact| artifact["uri"].as_str().unwrap().to_owned()));
    for artifact in dump {
        let uri = artifact["uri"].as_str().unwrap();
        let document = served.get(&format!("/api/v1/document?uri={uri}")).await.json();
        assert_eq!(document["artifact"], artifact);
    }
}

#[tokio::test]
async fn a_part_of_a_file() {
    let served = Served::demo();
    let whole = served.get("/dumps/sfs.ndjson.gz").await;
    let part = served.get_with("/dumps/sfs.ndjson.gz", &[("range", "bytes=10-19")]).await;
    assert_eq!((part.status.as_u16(), part.body.as_slice()), (206, &whole.body[10..20]));
    assert_eq!(part.header("content-range"), format!("bytes 10-19/{}", whole.body.len()));
    let resumed = [("range", "bytes=10-"), ("if-range", whole.header("etag"))];
    assert_eq!(served.get_with("/dumps/sfs.ndjson.gz", &resumed).await.status, 206);
    let stale = [("range", "bytes=10-"), ("if-range", "\"another\"")];
    assert_eq!(served.get_with("/dumps/sfs.ndjson.gz", &stale).await.body, whole.body);
    assert_eq!(served.get_with("/dumps/sfs.ndjson.gz", &[("range", "bytes=99999999-")]).await.status, 416);
}

#[tokio::test]
async fn names_that_are_none_of_ours() {
    let served = Served::demo();
    for name in ["nobody.ndjson.gz", "manifest.json", "..%2fcatalog.db", "%2e%2e/catalog.db", ""] {
        assert_eq!(served.get(&format!("/dumps/{name}")).await.status, 404, "{name}");
    }
}

#[tokio::test]
async fn without_a_snapshot_the_list_is_empty() {
    let served = Served::new(None);
    assert_eq!(served.json("/api/v1/dumps").await, serde_json::json!([]));
    assert_eq!(served.get("/dumps/sfs.ndjson.gz").await.status, 503);
}
