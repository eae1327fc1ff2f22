//! Texts that are posted to `/kontrollera`, as an attacker would send them, at the limits of the program.

use std::io::{Cursor, Write};
use std::time::Instant;

use axum::body::Body;
use http::{Request, StatusCode};
use http_body_util::BodyExt;
use tower::ServiceExt;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::served::{Response, get, router, snapshot};

const FORM: &str = "multipart/form-data; boundary=grans";

/// A form with a field, or with a file where a name is given.
fn form(field: &str, file: Option<&str>, value: &[u8]) -> Vec<u8> {
    let file = file.map(|name| format!("; filename=\"{name}\"")).unwrap_or_default();
    let head = format!("--grans\r\nContent-Disposition: form-data; name=\"{field}\"{file}\r\n\r\n");
    [head.as_bytes(), value, b"\r\n--grans--\r\n"].concat()
}

async fn post_to(path: &str, content_type: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Response {
    let mut request = Request::builder().method("POST").uri(path).header("content-type", content_type);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let router = router(Some(snapshot()));
    let response = router.oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let length = body.len();
    let body = String::from_utf8_lossy(&body).into_owned();
    Response { status: parts.status, headers: parts.headers, body, length }
}

async fn post(body: Vec<u8>) -> Response {
    post_to("/kontrollera", FORM, &[], body).await
}

fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[tokio::test]
async fn the_page_has_a_row_for_each_citation_of_the_api() {
    let text = "Se 3 kap. 3 § fårlagen, 99 kap. 1 § samma lag, NJA 2099 s. 5 och lagen (1999:999).";
    let body = serde_json::json!({"text": text, "quotes": true}).to_string();
    let answer = post_to("/api/v1/citations/extract", "application/json", &[], body.into_bytes()).await;
    let answer: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    let page = post(form("text", None, text.as_bytes())).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.body);
    let rows = page.body.matches("<li><p class=\"said\">").count();
    let of = |field: &str| answer[field].as_array().unwrap().len();
    assert_eq!(rows, of("occurrences") + of("relative") + of("not_understood"), "{}", page.body);
    for occurrence in answer["occurrences"].as_array().unwrap() {
        let words = occurrence["text"].as_str().unwrap();
        assert!(page.body.contains(&format!("<strong>{words}</strong>")), "{words}");
    }
}

#[tokio::test]
async fn what_is_sent_is_not_kept() {
    let page = post(form("text", None, "Se 3 kap. 3 § fårlagen.".as_bytes())).await;
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("x-robots-tag"), "noindex");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    assert!(page.header("etag").is_empty() && page.header("set-cookie").is_empty());
    assert!(page.header("content-security-policy").contains("form-action 'self'"));
    assert_eq!(get("/kontrollera").await.status, StatusCode::OK);
    // A query is no text.
    let asked = get("/kontrollera?text=3%20kap.%203%20%C2%A7%20f%C3%A5rlagen").await;
    assert!(asked.status == StatusCode::OK && !asked.body.contains("data-state"));
}

#[tokio::test]
async fn forms_that_are_refused_have_a_page() {
    let large = form("text", None, &vec![b'a'; 2_000_000]);
    let many = form("text", None, b"a");
    let table = [
        (post(large).await, StatusCode::PAYLOAD_TOO_LARGE, "Högst 2 MB"),
        (
            post_to("/kontrollera", "application/json", &[], b"{}".to_vec()).await,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "format",
        ),
        (
            post_to("/kontrollera", "multipart/form-data", &[], many.clone()).await,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "format",
        ),
        (post(b"nothing".to_vec()).await, StatusCode::BAD_REQUEST, "går inte att läsa"),
        (
            post(form("text", None, &"a".repeat(250_001).into_bytes())).await,
            StatusCode::UNPROCESSABLE_ENTITY,
            "för lång",
        ),
        (
            post(form("fil", Some("a.pdf"), b"%PDF-1.4")).await,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "av det slaget",
        ),
        (
            post_to("/kontrollera", FORM, &[("sec-fetch-site", "cross-site")], many).await,
            StatusCode::FORBIDDEN,
            "egna sidor",
        ),
    ];
    for (response, status, words) in table {
        assert_eq!(response.status, status, "{words}: {}", response.body);
        assert!(response.body.starts_with("<!doctype html>") && response.body.contains(words), "{words}");
        assert_eq!(response.header("cache-control"), "no-store", "{words}");
    }
}

/// Archives that unpack to far more than they have, or to nothing that can be read, and pages that never end.
#[tokio::test]
async fn hostile_files_are_refused_for_a_bounded_amount_of_work() {
    let stated: &[u8] = b"application/vnd.oasis.opendocument.text";
    let bomb = vec![b' '; 200 << 20];
    let bombs = [
        archive(&[("word/document.xml", &bomb)]),
        archive(&[("mimetype", stated), ("content.xml", &bomb)]),
        archive(&[("word/styles.xml", &bomb[..15 << 20]), ("word/document.xml", &bomb[..15 << 20])]),
    ];
    drop(bomb);
    let names: Vec<String> = (0..201).map(|n| format!("{n}")).collect();
    let many = archive(&names.iter().map(|name| (name.as_str(), &b""[..])).collect::<Vec<_>>());
    let open = "<w:r>".repeat(300_000);
    let deep = archive(&[("word/document.xml", format!("<w:document>{open}").as_bytes())]);
    let whole = archive(&[("word/document.xml", b"<w:document/>")]);
    let broken =
        [&whole[..whole.len() / 2], b"PK\x03\x04", &[b"PK\x03\x04".as_slice(), &[0; 1_000]].concat()]
            .map(<[u8]>::to_vec);
    let began = Instant::now();
    for file in bombs.into_iter().chain([many, deep, whole]).chain(broken) {
        assert!(file.len() < 1_900_000, "{}", file.len());
        let response = post(form("fil", Some("a.docx"), &file)).await;
        assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", response.body);
        assert!(response.body.contains("role=\"alert\""));
    }
    eprintln!("refused in {:?}", began.elapsed());
}

/// Texts at the limit of characters that cost most to read: each is answered, with a page of a bounded size.
#[tokio::test]
async fn the_most_expensive_texts_are_answered() {
    let limit = 250_000;
    let texts = [
        ("60,000 citations", "3 § ".repeat(limit / 4)),
        ("acts", "1 § fårlagen, ".repeat(limit / 14)),
        ("quotations", "3 kap. 3 § fårlagen ”ett två tre fyra fem sex” ".repeat(limit / 47)),
        ("line ends", "\n".repeat(limit - 1) + "a"),
        ("one word", "å".repeat(limit)),
        ("quotation marks", "”".repeat(limit)),
        ("section signs", "§".repeat(limit)),
    ];
    for (name, text) in texts {
        let began = Instant::now();
        let response = post(form("text", None, text.as_bytes())).await;
        assert_eq!(response.status, StatusCode::OK, "{name}: {}", response.body);
        assert!(response.body.len() < 4_000_000, "{name}: {}", response.body.len());
        eprintln!("{name}: {:?}, {} bytes", began.elapsed(), response.body.len());
    }
    for html in ["<p>3 § fårlagen<b>".repeat(90_000), "<s>".repeat(500_000) + "3 §", "<".repeat(1_900_000)]
    {
        let response = post(form("fil", Some("a.html"), html.as_bytes())).await;
        let status = response.status;
        assert!(status == StatusCode::OK || status == StatusCode::UNPROCESSABLE_ENTITY, "{status}");
    }
}
