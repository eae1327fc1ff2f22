//! Private lookups, as a client makes them.

use std::io::Read;

use flate2::read::DeflateDecoder;
use lagrum_corpus::Silent;
use lagrum_private_lookup::lookup_key;

use crate::served::{BASE, Served, fill, open};

/// The uris of a bucket with their texts.
fn units(bucket: &[u8]) -> Vec<(String, Option<String>)> {
    assert_eq!(&bucket[..4], b"LUR1");
    let count = u32::from_le_bytes(bucket[5..9].try_into().unwrap());
    let mut rest = &bucket[9..];
    let mut units = Vec::new();
    for _ in 0..count {
        let uri = usize::from(u16::from_le_bytes(rest[4..6].try_into().unwrap()));
        let text = u32::from_le_bytes(rest[6..10].try_into().unwrap());
        let (name, after) = rest[10..].split_at(uri);
        let text_length = if text == u32::MAX { 0 } else { text as usize };
        let (packed, after) = after.split_at(text_length);
        let text = (text != u32::MAX).then(|| {
            let mut unpacked = String::new();
            DeflateDecoder::new(packed).read_to_string(&mut unpacked).unwrap();
            unpacked
        });
        units.push((String::from_utf8(name.to_vec()).unwrap(), text));
        rest = after;
    }
    assert!(rest.iter().all(|byte| *byte == 0), "padding");
    assert!(bucket.len().is_power_of_two() && bucket.len() >= 64 << 10);
    units
}

async fn looked_up(served: &Served, uri: &str) -> Option<Option<String>> {
    let digits = format!("{:04x}", lookup_key(uri) >> 48);
    let answer = served.get(&format!("/api/v1/range/{digits}")).await;
    assert_eq!(answer.status, 200);
    units(&answer.body).into_iter().find(|(found, _)| found == uri).map(|(_, text)| text)
}

#[tokio::test]
async fn what_is_held_is_found_by_a_part_of_its_key() {
    let served = Served::demo();
    assert_eq!(looked_up(&served, &format!("{BASE}/1931:47")).await, Some(None));
    let text = looked_up(&served, &format!("{BASE}/1931:47#K2P3")).await.unwrap().unwrap();
    let shown = served.get(&format!("/api/v1/provision?uri={BASE}/1931:47%23K2P3&format=text")).await.json();
    let words = |text: &str| text.split_whitespace().take(5).map(str::to_owned).collect::<Vec<_>>();
    assert!(!text.is_empty(), "{shown}");
    assert!(shown.to_string().contains(&words(&text).join(" ")), "{text} is not in {shown}");
    assert_eq!(looked_up(&served, &format!("{BASE}/1931:47#K2P99")).await, None);
    assert_eq!(looked_up(&served, &format!("{BASE}/1931:48")).await, None);
}

/// Every document is a unit, so are the provisions of acts, the pages of preparatory works and the numbered paragraphs of judgments.
#[tokio::test]
async fn every_document_can_be_looked_up() {
    let served = Served::demo();
    let mut all = Vec::new();
    for prefix in 0..4096 {
        let answer = served.get(&format!("/api/v1/range/{prefix:03x}?bits=12")).await;
        all.extend(units(&answer.body).into_iter().map(|(uri, _)| uri));
    }
    let documents = served.get("/api/v1/documents?limit=1000&include_expired=true").await.json();
    for document in documents["documents"].as_array().unwrap() {
        assert!(all.iter().any(|uri| document["uri"] == uri.as_str()), "{document}");
    }
    assert!(all.iter().any(|uri| uri.contains("/prop/") && uri.contains("#sid")));
    assert!(all.iter().any(|uri| uri.contains("/dom/") && uri.contains("#P")));
    let unique: std::collections::HashSet<_> = all.iter().collect();
    assert_eq!(unique.len(), all.len());
}

#[tokio::test]
async fn nothing_on_the_way_compresses_a_bucket_and_it_is_kept_for_a_day() {
    let served = Served::demo();
    for path in ["/api/v1/range/filter", "/api/v1/range/000"] {
        let answer = served.get_with(path, &[("accept-encoding", "br, gzip, zstd")]).await;
        assert_eq!(answer.header("content-encoding"), "");
        assert_eq!(answer.header("content-type"), "application/octet-stream");
        assert_eq!(answer.header("cache-control"), "public, max-age=86400, no-transform");
        let tag = answer.header("etag").to_owned();
        let again = served.get_with(path, &[("if-none-match", &tag)]).await;
        assert_eq!(
            (again.status.as_u16(), again.header("cache-control")),
            (304, "public, max-age=86400, no-transform")
        );
    }
    assert!(served.get("/api/v1/range/filter").await.body.starts_with(b"lagen-fuse16-1\n"));
}

#[tokio::test]
async fn a_prefix_that_does_not_fit_its_bits_is_refused() {
    let served = Served::demo();
    for (path, status) in [
        ("0000", 200),
        ("000", 200),
        ("00", 422),
        ("00000", 200),
        ("000000", 422),
        ("000?bits=12", 200),
        ("0008?bits=13", 200),
        ("0008?bits=16", 200),
        // A corpus of this size allows no more bits.
        ("00080?bits=17", 422),
        ("fffff?bits=20", 422),
        ("000?bits=11", 422),
        ("000000?bits=21", 422),
        ("zzzz", 422),
        ("%00%00%00%00", 422),
        ("0000?bits=", 422),
    ] {
        let answer = served.get(&format!("/api/v1/range/{path}")).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
    }
    let answer = served.get("/api/v1/range/zzzz").await.json();
    assert_eq!(answer["detail"][0]["loc"], serde_json::json!(["path", "prefix"]));
}

#[tokio::test]
async fn a_snapshot_without_lookups_says_so() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    lagrum_builder::build(&folder.path().join("data"), &Silent).unwrap();
    let served = Served::new(Some(open(folder.path())));
    for path in ["/api/v1/range/filter", "/api/v1/range/0000"] {
        let answer = served.get(path).await;
        assert_eq!(answer.status, 503);
        assert!(answer.text().contains("built without private lookups"), "{}", answer.text());
    }
}
