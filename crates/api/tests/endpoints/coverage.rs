//! What the demo corpus has and lacks.

use crate::served::Served;

#[tokio::test]
async fn what_says_that_something_is_not_held_links_to_it() {
    let served = Served::demo();
    for (path, expected) in [
        ("/api/v1/resolve?q=1999:999", true),
        ("/api/v1/resolve?q=blomst", true),
        ("/api/v1/resolve?q=1931:47", false),
        ("/api/v1/resolve?q=1931:47+99+kap.", true),
        ("/api/v1/search?q=xyzzyqwert", true),
        ("/api/v1/search?q=tillsyn", false),
    ] {
        let link = served.get(path).await.header("link").to_owned();
        assert_eq!(link == "</api/v1/coverage>; rel=\"describedby\"", expected, "{path}: {link}");
    }
}
