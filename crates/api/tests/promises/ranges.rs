//! Files are served whole or in part, and a resumed download never combines two files.

use std::path::Path;

use serde_json::json;

use crate::client::Client;
use crate::shelf::{Library, Shelf};

const CONTENT: &[u8] = b"0123456789abcdefghij";
const FILE: &str = "/dumps/sfs.ndjson.gz";

struct Download {
    _folder: tempfile::TempDir,
    path: std::path::PathBuf,
    client: Client,
}

fn serve(path: &Path, identity: Option<&str>) -> Client {
    Library::with(Shelf::new("one", &[]).with_file("sfs.ndjson.gz", path, identity)).client()
}

fn download(content: &[u8]) -> Download {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("the file");
    std::fs::write(&path, content).unwrap();
    Download { client: serve(&path, Some("abc")), path, _folder: folder }
}

#[tokio::test]
async fn a_whole_file_carries_its_validators() {
    let download = download(CONTENT);
    let whole = download.client.get_with(FILE, &[("accept-encoding", "gzip, br")]).await;
    assert_eq!((whole.status.as_u16(), whole.body.as_slice()), (200, CONTENT));
    for (name, value) in [
        ("content-type", "application/gzip"),
        ("content-encoding", ""),
        ("content-length", "20"),
        ("accept-ranges", "bytes"),
        ("etag", "\"abc\""),
        ("content-range", ""),
        ("cache-control", "public, no-cache"),
        ("access-control-allow-origin", "*"),
    ] {
        assert_eq!(whole.header(name), value, "{name}");
    }
    let modified = httpdate::parse_http_date(whole.header("last-modified")).unwrap();
    let on_disk = std::fs::metadata(&download.path).unwrap().modified().unwrap();
    assert!(on_disk.duration_since(modified).unwrap() < std::time::Duration::from_secs(1));

    let head = download.client.send("HEAD", FILE, &[("range", "bytes=0-1")]).await;
    assert_eq!((head.status.as_u16(), head.header("content-length"), head.body.len()), (200, "20", 0));
    assert_eq!(head.header("etag"), "\"abc\"");
}

#[tokio::test]
async fn parts() {
    let Download { client, _folder, .. } = download(CONTENT);
    for (range, status, content_range, body) in [
        ("bytes=0-3", 206, "bytes 0-3/20", "0123"),
        ("bytes=15-", 206, "bytes 15-19/20", "fghij"),
        ("bytes=-2", 206, "bytes 18-19/20", "ij"),
        ("bytes=-99", 206, "bytes 0-19/20", "0123456789abcdefghij"),
        ("bytes=18-99", 206, "bytes 18-19/20", "ij"),
        ("bytes=0-1,4-5", 200, "", "0123456789abcdefghij"),
        ("bytes=5-2", 200, "", "0123456789abcdefghij"),
        ("pages=1-2", 200, "", "0123456789abcdefghij"),
        ("nonsense", 200, "", "0123456789abcdefghij"),
    ] {
        let answer = client.get_with(FILE, &[("range", range), ("accept-encoding", "gzip")]).await;
        assert_eq!((answer.status.as_u16(), answer.text()), (status, body), "{range}");
        assert_eq!(answer.header("content-range"), content_range, "{range}");
        assert_eq!(answer.header("content-length"), body.len().to_string(), "{range}");
        assert_eq!(answer.header("etag"), "\"abc\"", "{range}");
    }
    for range in ["bytes=20-", "bytes=99-100", "bytes=-0"] {
        let answer = client.get_with(FILE, &[("range", range)]).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-range")), (416, "bytes */20"), "{range}");
        assert_eq!(answer.json(), json!({"detail": "the range lies outside the file"}));
    }
    let twice = client.get_with(FILE, &[("range", "bytes=0-1"), ("range", "bytes=2-3")]).await;
    assert_eq!(twice.status, 200);
}

#[tokio::test]
async fn a_download_is_resumed_only_from_the_same_file() {
    let download = download(CONTENT);
    let date = download.client.get(FILE).await.header("last-modified").to_owned();
    for (validator, status) in [
        ("\"abc\"", 206),
        (date.as_str(), 206),
        ("\"other\"", 200),
        ("W/\"abc\"", 200),
        ("Sat, 01 Jan 2000 00:00:00 GMT", 200),
        ("nonsense", 200),
    ] {
        let headers = [("range", "bytes=1-2"), ("if-range", validator)];
        let answer = download.client.get_with(FILE, &headers).await;
        assert_eq!(answer.status, status, "{validator}");
    }
    let stale = [("range", "bytes=999-"), ("if-range", "\"other\"")];
    assert_eq!(download.client.get_with(FILE, &stale).await.status, 200, "not even 416 for another file");
}

#[tokio::test]
async fn conditions() {
    let download = download(CONTENT);
    let date = download.client.get(FILE).await.header("last-modified").to_owned();
    let (long_ago, far_off) = ("Sat, 01 Jan 2000 00:00:00 GMT", "Thu, 01 Jan 2099 00:00:00 GMT");
    for (headers, status) in [
        (vec![("if-none-match", "\"abc\"")], 304),
        (vec![("if-none-match", "\"x\", W/\"abc\"")], 304),
        (vec![("if-none-match", "*")], 304),
        (vec![("if-none-match", "\"x\"")], 200),
        (vec![("if-modified-since", &date)], 304),
        (vec![("if-modified-since", far_off)], 304),
        (vec![("if-modified-since", long_ago)], 200),
        (vec![("if-modified-since", "yesterday")], 200),
        (vec![("if-none-match", "\"x\""), ("if-modified-since", far_off)], 200),
        (vec![("if-match", "\"abc\"")], 200),
        (vec![("if-match", "*")], 200),
        (vec![("if-match", "\"x\"")], 412),
        (vec![("if-match", "W/\"abc\"")], 412),
        (vec![("if-unmodified-since", &date)], 200),
        (vec![("if-unmodified-since", long_ago)], 412),
        (vec![("if-none-match", "\"abc\""), ("range", "bytes=0-1")], 304),
    ] {
        let answer = download.client.get_with(FILE, &headers).await;
        assert_eq!(answer.status, status, "{headers:?}");
        if status == 304 {
            assert!(answer.body.is_empty());
            assert_eq!((answer.header("etag"), answer.header("last-modified")), ("\"abc\"", date.as_str()));
        }
    }
}

#[tokio::test]
async fn what_is_not_listed_does_not_exist() {
    let Download { client, _folder, .. } = download(CONTENT);
    for path in
        ["/dumps/other.gz", "/dumps/", "/dumps", "/dumps/..", "/dumps/%2e%2e%2fsecret", "/dumps/the%20file"]
    {
        let answer = client.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.error_id(), None, "{path}");
    }
}

#[tokio::test]
async fn an_empty_file_is_served_and_has_no_part() {
    let Download { client, _folder, .. } = download(b"");
    let whole = client.get(FILE).await;
    assert_eq!((whole.status.as_u16(), whole.header("content-length")), (200, "0"));
    assert_eq!(client.get_with(FILE, &[("range", "bytes=0-")]).await.status, 416);
}

#[tokio::test]
async fn a_replaced_file_has_another_validator() {
    let Download { path, _folder, .. } = download(CONTENT);
    let client = serve(&path, None);
    let before = client.get(FILE).await.header("etag").to_owned();
    assert!(before.starts_with('"'), "{before} is strong");
    let replacement = path.with_extension("new");
    std::fs::write(&replacement, "something else").unwrap();
    std::fs::rename(&replacement, &path).unwrap();
    let after = client.get_with(FILE, &[("range", "bytes=1-2"), ("if-range", &before)]).await;
    assert_eq!((after.status.as_u16(), after.text()), (200, "something else"));
}

#[tokio::test]
async fn a_running_download_keeps_its_file() {
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large");
    let content: Vec<u8> = (0..1_000_000_u32).flat_map(u32::to_le_bytes).collect();
    std::fs::write(&path, &content).unwrap();
    let router = Library::with(Shelf::new("one", &[]).with_file("sfs.ndjson.gz", &path, None)).router();
    let request = http::Request::get(FILE).body(axum::body::Body::empty()).unwrap();
    let mut body = router.oneshot(request).await.unwrap().into_body();
    let mut got = body.frame().await.unwrap().unwrap().into_data().unwrap().to_vec();
    assert!(got.len() < content.len(), "the file is sent piece by piece");

    std::fs::write(folder.path().join("new"), "another file").unwrap();
    std::fs::rename(folder.path().join("new"), &path).unwrap();
    got.extend(body.collect().await.unwrap().to_bytes());
    assert!(got == content);
}
