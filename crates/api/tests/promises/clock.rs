//! A clock that jumps changes only the day: no answer is lost, delayed or cut off, and a day that comes back gives the same
//! answers as before.

use std::time::Duration;

use jiff::civil::date;
use lagrum_api::server::Limits;

use crate::server::{get, one_answer, start};

#[tokio::test]
async fn a_clock_that_jumps_a_year_back_and_forth_changes_the_day_and_nothing_else() {
    let server = start(Limits { connections: 4, head: Duration::from_secs(5), ..Limits::default() }).await;
    let days = [
        date(2031, 5, 1),
        date(2032, 5, 1),
        date(2030, 5, 1),
        date(2031, 5, 1),
        date(9999, 12, 31),
        date(1970, 1, 1),
    ];
    let mut kept_open = server.say(&get("/api/v1/today")).await;
    one_answer(&mut kept_open).await;
    let waiting = server.say(&get("/api/v1/waiting")).await;
    server.shelf.begun.acquire().await.unwrap().forget();
    let mut tags = Vec::new();
    for day in days {
        server.library.set_day(day);
        let mut new = server.say(&get("/api/v1/today")).await;
        let answer = one_answer(&mut new).await;
        assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains(&day.to_string()), "{day}: {answer}");
        let tag = answer.lines().find(|line| line.starts_with("etag: ")).unwrap().to_owned();
        assert_eq!(one_more(&mut kept_open).await, tag, "{day}");
        tags.push(tag);
    }
    assert_eq!(tags[0], tags[3], "the same day has the same tag");
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 5, "each day has its own");
    // A request that waited during all jumps is answered.
    server.shelf.gate.add_permits(1);
    let mut waiting = waiting;
    assert!(one_answer(&mut waiting).await.starts_with("HTTP/1.1 200 "));
}

/// The tag of today's answer, over an open connection.
async fn one_more(stream: &mut tokio::net::TcpStream) -> String {
    use tokio::io::AsyncWriteExt;
    stream.write_all(get("/api/v1/today").as_bytes()).await.unwrap();
    let answer = one_answer(stream).await;
    answer.lines().find(|line| line.starts_with("etag: ")).unwrap().to_owned()
}
