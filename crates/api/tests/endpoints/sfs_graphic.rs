//! Graphics of statutes: found by key or anchor, cut from the PDF of the act that brought them.

use lagrum_print_pool::{PrintError, PrintRejection};

use crate::served::{Served, uri};

const OWN: [(&str, &str); 1] = [("sec-fetch-site", "same-origin")];
const KEY: &str = "g-0d1f2a7c9be44e6f8a21";

fn graphic(local_id: &str, rest: &str) -> String {
    format!("/api/v1/sfs-graphic?uri={}&{rest}", uri(local_id))
}

#[tokio::test]
async fn parts_of_pages_are_cut_finer_and_whole_pages_are_not() {
    let (served, _) = Served::printing();
    let cut = |dpi: u32| format!(r#"{{"page":{{"number":1,"dpi":{dpi},"crop":[105.0,200.0,345.0,320.0]}}}}"#);
    let whole = r#"{"page":{"number":2,"dpi":150,"crop":null}}"#.to_owned();
    let table = [
        (format!("node={KEY}"), cut(300)),
        (format!("node={KEY}&stor=true"), cut(600)),
        (format!("node={KEY}&v=7"), cut(300)),
        ("node=G1".to_owned(), cut(300)),
        ("node=G2".to_owned(), whole.clone()),
        ("node=G2&stor=1".to_owned(), whole.clone()),
        ("node=g-71c9e2b05d3a4f7e9c10".to_owned(), whole),
    ];
    for (rest, expected) in table {
        let answer = served.get_with(&graphic("2030:78", &rest), &OWN).await;
        assert_eq!(answer.status, 200, "{rest}: {}", answer.text());
        assert_eq!(answer.text(), expected, "{rest}");
        assert_eq!(answer.header("content-type"), "image/png");
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
    }
}

#[tokio::test]
async fn the_gate_is_that_of_page_images() {
    let (served, printer) = Served::printing();
    let path = graphic("2030:78", &format!("node={KEY}"));
    assert_eq!(served.get(&path).await.status, 403);
    assert_eq!(served.get_with(&path, &OWN).await.status, 200);
    assert_eq!(served.get(&path).await.status, 200);
    assert_eq!(printer.prints(), 1);
}

#[tokio::test]
async fn what_is_not_there() {
    let (served, printer) = Served::printing();
    let table = [
        (graphic("2030:78", ""), 422),
        (graphic("2030:78", &format!("node={KEY}&stor=perhaps")), 422),
        (graphic("2030:78", "node=G3"), 404),
        (graphic("2030:78", "node=P3"), 404),
        (graphic("2030:78", "node="), 404),
        (graphic("2030:77", &format!("node={KEY}")), 404),
        (graphic("sou/2029:3", &format!("node={KEY}")), 404),
        (graphic("2099:1", "node=G1"), 404),
    ];
    for (path, expected) in table {
        assert_eq!(served.get_with(&path, &OWN).await.status.as_u16(), expected, "{path}");
    }
    assert_eq!(printer.prints(), 0);
}

#[tokio::test]
async fn an_entry_that_names_no_page_is_damage_of_ours() {
    let (served, printer) = Served::printing();
    for refusal in [PrintRejection::NoSuchPage, PrintRejection::BeyondPage, PrintRejection::TooLarge] {
        printer.fail(Some(PrintError::Rejected(refusal)));
        let answer = served.get_with(&graphic("2030:78", "node=G1"), &OWN).await;
        assert_eq!(answer.status, 500);
    }
    printer.fail(Some(PrintError::Busy));
    assert_eq!(served.get_with(&graphic("2030:78", "node=G1"), &OWN).await.header("retry-after"), "5");
}
