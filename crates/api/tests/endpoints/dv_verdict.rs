//! Verdicts are served unchanged, and no other files are.

use crate::served::{Served, encoded};

const ID: &str = "7b1d0c52-3e4f-4a61-9c8d-2f5e6a7b8c90";

fn verdict(court: &str, id: &str, file: &str) -> String {
    format!("/api/v1/dv-verdict?court={}&id={}&file={}", encoded(court), encoded(id), encoded(file))
}

#[tokio::test]
async fn a_verdict_is_a_file_that_can_be_had_in_parts() {
    let served = Served::demo();
    let whole = served.get(&verdict("HDO", ID, "dom.pdf")).await;
    assert_eq!(whole.status, 200);
    assert_eq!(whole.header("content-type"), "application/pdf");
    assert_eq!(whole.header("content-disposition"), "inline; filename=\"dom.pdf\"");
    assert_eq!(whole.header("cache-control"), "public, no-cache");
    assert!(whole.body.starts_with(b"%PDF-"));

    let part = served.get_with(&verdict("HDO", ID, "dom.pdf"), &[("range", "bytes=0-4")]).await;
    assert_eq!((part.status.as_u16(), part.text()), (206, "%PDF-"));
    let etag = whole.header("etag");
    assert!(etag.starts_with('"'), "{etag}");
    let again = served.get_with(&verdict("HDO", ID, "dom.pdf"), &[("if-none-match", etag)]).await;
    assert_eq!(again.status, 304);
}

#[tokio::test]
async fn only_the_last_segment_of_a_files_name_counts() {
    let served = Served::demo();
    for file in ["/dom.pdf", "a/b/dom.pdf", "../../dom.pdf", "..\\dom.pdf", "C:\\dom.pdf"] {
        assert_eq!(served.get(&verdict("HDO", ID, file)).await.status, 200, "{file}");
    }
    assert_eq!(served.get(&verdict("HDO", &ID.to_uppercase(), "dom.pdf")).await.status, 200);
    assert_eq!(served.get(&verdict("HDO", ID, "DOM.PDF")).await.status, 404);
}

#[tokio::test]
async fn nothing_leads_out_of_the_store() {
    let served = Served::demo();
    let table = [
        ("..", ID, "dom.pdf"),
        ("../..", ID, "dom.pdf"),
        ("HDO/..", ID, "dom.pdf"),
        ("HDO/", ID, "dom.pdf"),
        ("HDO\\", ID, "dom.pdf"),
        ("/etc", ID, "dom.pdf"),
        ("%2e%2e", ID, "dom.pdf"),
        ("HDO\0", ID, "dom.pdf"),
        ("HD O", ID, "dom.pdf"),
        ("HD.O", ID, "dom.pdf"),
        ("", ID, "dom.pdf"),
        ("HDO", "..", "dom.pdf"),
        ("HDO", "../../../../../../../../../etc/passwd", "dom.pdf"),
        ("HDO", "7b1d0c52-3e4f-4a61-9c8d-2f5e6a7b8c9", "dom.pdf"),
        ("HDO", "7b1d0c52-3e4f-4a61-9c8d-2f5e6a7b8c900", "dom.pdf"),
        ("HDO", "7b1d0c523e4f4a619c8d2f5e6a7b8c90", "dom.pdf"),
        ("HDO", "7b1d0c52-3e4f-4a61-9c8d-../../a7b8c90", "dom.pdf"),
        ("HDO", "7b1d0c52-3e4f-4a61-9c8d-2f5e6a7b8cåå", "dom.pdf"),
        ("HDO", "", "dom.pdf"),
        ("HDO", ID, "../../../../../../../../../etc/passwd"),
        ("HDO", ID, "/etc/passwd"),
        ("HDO", ID, "dom.pdf/.."),
        ("HDO", ID, "dom.pdf/"),
        ("HDO", ID, "dom.pdf\0"),
        ("HDO", ID, "dom.pdf\0.txt"),
        ("HDO", ID, "dom\n.pdf"),
        ("HDO", ID, "dom.pdf%00"),
        ("HDO", ID, "dom.pdf."),
        ("HDO", ID, ".."),
        ("HDO", ID, "."),
        ("HDO", ID, ""),
        ("HDO", ID, "index.json"),
        ("HDO", ID, "corpus.db"),
    ];
    for (court, id, file) in table {
        let answer = served.get(&verdict(court, id, file)).await;
        assert_eq!(answer.status, 400, "{court} {id} {file}: {}", answer.text());
    }
    let well_formed = [
        ("HFD", ID, "dom.pdf"),
        ("ÅÄÖåäö09", ID, "dom.pdf"),
        ("HDO", "00000000-0000-0000-0000-000000000000", "dom.pdf"),
        ("HDO", ID, "passwd/..pdf"),
        ("HDO", ID, "%2e%2e%2fdom.pdf"),
        ("HDO", ID, "....//dom2.pdf"),
        ("HDO", ID, "~.pdf"),
        ("HDO", ID, ".pdf"),
    ];
    for (court, id, file) in well_formed {
        assert_eq!(served.get(&verdict(court, id, file)).await.status, 404, "{court} {id} {file}");
    }
    assert_eq!(served.get("/api/v1/dv-verdict?court=HDO").await.status, 422);
}
