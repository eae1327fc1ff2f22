//! Pages by printed number: for which clients they are drawn, and which errors a request can have.

use lagrum_print_pool::{PrintError, PrintRejection};

use crate::served::{Served, uri};

const OWN: [(&str, &str); 1] = [("sec-fetch-site", "same-origin")];

fn page(local_id: &str, rest: &str) -> String {
    format!("/api/v1/facsimile?uri={}&{rest}", uri(local_id))
}

#[tokio::test]
async fn what_is_drawn_goes_to_everyone_and_is_drawn_for_own_pages() {
    let (served, printer) = Served::printing();
    let path = page("sou/2029:3", "sid=13");
    let refused = served.get(&path).await;
    assert_eq!(refused.status, 403);
    assert_eq!(refused.header("cache-control"), "no-store");
    assert_eq!(served.get_with(&path, &[("sec-fetch-site", "cross-site")]).await.status, 403);
    assert_eq!(printer.prints(), 0);

    let drawn = served.get_with(&path, &OWN).await;
    assert_eq!(drawn.status, 200, "{}", drawn.text());
    assert_eq!(drawn.header("content-type"), "image/png");
    assert_eq!(drawn.header("cache-control"), "public, max-age=31536000, immutable");
    // The PDF begins with the printed page 11.
    assert_eq!(drawn.text(), r#"{"page":{"number":3,"dpi":150,"crop":null}}"#);

    let kept = served.get(&path).await;
    assert_eq!((kept.status.as_u16(), kept.body), (200, drawn.body));
    assert_eq!(served.get(&page("sou/2029:3", "sid=14")).await.status, 403);
    assert_eq!(printer.prints(), 1);
}

/// A provision on a printed page links to the picture of the page.
#[tokio::test]
async fn a_provision_says_where_its_page_is() {
    let (served, _) = Served::printing();
    let provision = served.get(&format!("/api/v1/provision?uri={}%23sid13", uri("sou/2029:3"))).await.json();
    let picture = provision["page"]["facsimile_url"].as_str().unwrap();
    assert_eq!(served.get_with(picture, &OWN).await.status, 200, "{picture}");
}

#[tokio::test]
async fn a_referer_is_enough_where_the_browser_does_not_say_more() {
    let (served, _) = Served::printing();
    let path = page("sou/2029:3", "sid=13");
    let base = format!("{}/sou/2029:3", crate::served::BASE);
    assert_eq!(served.get_with(&path, &[("referer", "https://elsewhere.example/")]).await.status, 403);
    assert_eq!(served.get_with(&path, &[("referer", &base)]).await.status, 200);
}

#[tokio::test]
async fn fragments_are_ignored_and_boxes_passed_on() {
    let (served, _) = Served::printing();
    let drawn = served.get_with(&page("sou/2029:3%23sid14", "sid=12&bbox=10,20.5,30,40"), &OWN).await;
    assert_eq!(drawn.text(), r#"{"page":{"number":2,"dpi":150,"crop":[10.0,20.5,30.0,40.0]}}"#);
    let whole = served.get_with(&page("sou/2029:3", "sid=12&bbox="), &OWN).await;
    assert_eq!(whole.text(), r#"{"page":{"number":2,"dpi":150,"crop":null}}"#);
}

#[tokio::test]
async fn what_can_be_wrong_is_told_in_order() {
    let (served, printer) = Served::printing();
    let table = [
        (page("sou/2029:3", "sid=0"), 422),
        (page("sou/2029:3", "sid=x"), 422),
        (page("sou/2029:3", ""), 422),
        (page("nobody/1:1", "sid=1&bbox=1,2,3"), 400),
        (page("sou/2029:3", "sid=13&bbox=3,3,1,1"), 400),
        (page("sou/2029:3", "sid=13&bbox=-1,0,1,1"), 400),
        (page("sou/2029:3", "sid=13&bbox=0,0,inf,1"), 400),
        (page("nobody/1:1", "sid=1"), 404),
        ("/api/v1/facsimile?uri=nonsense&sid=1".to_owned(), 404),
        (page("1931:47", "sid=1"), 404),
        (page("sou/2029:3", "sid=10"), 404),
        (page("sou/2029:3", "sid=99999999999"), 404),
        // Beyond the last page: the number of pages is not known before a page is drawn.
        (page("sou/2029:3", "sid=999"), 403),
    ];
    for (path, expected) in table {
        assert_eq!(served.get(&path).await.status.as_u16(), expected, "{path}");
    }
    assert_eq!(printer.prints(), 0);
}

#[tokio::test]
async fn failures_of_the_printer() {
    let (served, printer) = Served::printing();
    let table = [
        (PrintError::Rejected(PrintRejection::NoSuchPage), 404, ""),
        (PrintError::Rejected(PrintRejection::BeyondPage), 400, ""),
        (PrintError::Rejected(PrintRejection::TooLarge), 500, ""),
        (PrintError::Rejected(PrintRejection::Unreadable("secret".to_owned())), 500, ""),
        (PrintError::WorkerFailed("secret".to_owned()), 500, ""),
        (PrintError::TimedOut, 503, "50"),
        (PrintError::Busy, 503, "5"),
    ];
    for (failure, status, retry_after) in table {
        printer.fail(Some(failure.clone()));
        let answer = served.get_with(&page("sou/2029:3", "sid=13"), &OWN).await;
        assert_eq!(answer.status.as_u16(), status, "{failure:?}");
        assert_eq!(answer.header("retry-after"), retry_after, "{failure:?}");
        assert!(!answer.text().contains("secret"), "{}", answer.text());
    }
    printer.fail(None);
    assert_eq!(served.get_with(&page("sou/2029:3", "sid=13"), &OWN).await.status, 200);
}

#[tokio::test]
async fn a_busy_press_says_when_to_come_back() {
    let (served, _folder) = Served::busy();
    let path = page("sou/2029:3", "sid=13");
    assert_eq!(served.get(&path).await.status, 403);
    let busy = served.get_with(&path, &OWN).await;
    assert_eq!((busy.status.as_u16(), busy.header("retry-after")), (503, "5"));
}

#[tokio::test]
async fn a_server_without_a_press_says_so() {
    assert_eq!(Served::demo().get(&page("sou/2029:3", "sid=13")).await.status, 503);
}

#[tokio::test]
async fn pages_that_are_read_in_order_are_drawn_ahead_for_own_pages() {
    let (served, printer) = Served::printing();
    let sid = |sid: u32| page("sou/2029:3", &format!("sid={sid}"));
    let drawn = async |count: usize| {
        for _ in 0..1000 {
            if printer.prints() == count {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        panic!("{} pages are drawn instead of {count}", printer.prints());
    };
    let cached = async |sid: String| {
        for _ in 0..1000 {
            if served.get(&sid).await.status == 200 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        panic!("{sid} is not in the cache");
    };
    assert_eq!(served.get_with(&sid(12), &OWN).await.status, 200);
    assert_eq!(served.get_with(&sid(13), &OWN).await.status, 200);
    drawn(3).await;
    cached(sid(14)).await;
    // A page of another service gets cached pictures, and none is drawn for it.
    assert_eq!(served.get(&sid(15)).await.status, 403);
    drawn(3).await;
    // No next page is drawn ahead after a part of a page.
    assert_eq!(served.get_with(&page("sou/2029:3", "sid=15&bbox=0,0,9,9"), &OWN).await.status, 200);
    drawn(4).await;
    // The next page is drawn ahead also after a cached page.
    assert_eq!(served.get_with(&sid(14), &OWN).await.status, 200);
    drawn(5).await;
    cached(sid(15)).await;
}
