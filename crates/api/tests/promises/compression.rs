//! Long texts are compressed for clients that accept it; other bodies are not.

use std::io::Read;

use crate::shelf::{Library, Shelf, client};

#[tokio::test]
async fn what_is_compressed() {
    let client = client();
    for (of, bytes, accepted, encoding) in [
        ("application/json", 499, "gzip, br", ""),
        ("application/json", 500, "gzip, br", "br"),
        ("application/json", 500, "gzip", "gzip"),
        ("application/json", 500, "gzip;q=1.0, br;q=0.5", "gzip"),
        ("application/json", 5000, "", ""),
        ("application/json", 5000, "identity", ""),
        ("application/json", 5000, "br;q=0", ""),
        ("application/json", 5000, "deflate", ""),
        ("application/json", 500, "gzip, deflate, br, zstd", "zstd"),
        ("text/html", 5000, "br", "br"),
        ("text/plain", 5000, "gzip", "gzip"),
        ("image/png", 5000, "gzip, br", ""),
        ("application/pdf", 5000, "gzip, br", ""),
        ("application/gzip", 5000, "gzip, br", ""),
    ] {
        let path = format!("/api/v1/sized?bytes={bytes}&of={of}");
        let answer = client.get_with(&path, &[("accept-encoding", accepted)]).await;
        assert_eq!(answer.header("content-encoding"), encoding, "{bytes} of {of} for {accepted:?}");
        let plain = match encoding {
            "gzip" => {
                let mut plain = Vec::new();
                flate2::read::GzDecoder::new(&*answer.body).read_to_end(&mut plain).unwrap();
                plain
            }
            "br" => {
                let mut plain = Vec::new();
                brotli::Decompressor::new(&*answer.body, 4096).read_to_end(&mut plain).unwrap();
                plain
            }
            "zstd" => zstd::decode_all(&*answer.body).unwrap(),
            _ => answer.body,
        };
        assert_eq!(plain, vec![b'x'; bytes]);
    }
}

#[tokio::test]
async fn caches_are_always_told() {
    let client = Library::with(Shelf::new("one", &[])).client();
    for accepted in ["", "br"] {
        for path in
            ["/api/v1/today", "/api/v1/sized?bytes=900", "/api/v1/cover", "/api/v1/none", "/docs", "/docs/"]
        {
            let answer = client.get_with(path, &[("accept-encoding", accepted)]).await;
            let told: Vec<_> = answer.headers.get_all("vary").iter().collect();
            assert_eq!(told, ["Accept-Encoding"], "{path}");
        }
    }
}

#[tokio::test]
async fn failures_are_compressed_as_well() {
    let long = "x".repeat(600);
    let answer = client().get_with(&format!("/api/v1/{long}"), &[("accept-encoding", "gzip")]).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-encoding")), (404, "gzip"));
}
