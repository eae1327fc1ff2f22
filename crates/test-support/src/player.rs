//! A player: a server on this machine that stands in for a publisher, and fails where a script makes it. It answers queries of
//! Elasticsearch over invented acts, in the form of the publisher of statutes, or as another [site](Player::start_site) does.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

/// A request that the player received.
#[derive(Clone, Debug)]
pub struct Asked {
    /// `GET` or `POST`.
    pub method: String,
    /// Path and query.
    pub path: String,
    /// The lines of the head after the first.
    pub headers: Vec<(String, String)>,
    /// The posted JSON.
    pub body: Value,
    /// What was posted, as text.
    pub posted: String,
    /// The time by the clock of the player.
    pub at: i64,
}

impl Asked {
    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    /// The sort values after which the requested acts come (`search_after`).
    pub fn after(&self) -> &Value {
        &self.body["json"]["search_after"]
    }
}

/// How a request is answered.
#[derive(Clone, Debug)]
pub enum Reply {
    /// As the publisher would.
    Honest,
    /// With a status, headers and a body.
    Instead(u16, Vec<(String, String)>, Vec<u8>),
    /// As the publisher would, but cut after this number of bytes of the body.
    Cut(usize),
    /// As the publisher would have answered the first request.
    FirstPage,
    /// As the publisher would, but with this total and relation.
    Total(u64, &'static str),
    /// The connection is closed.
    Nothing,
}

impl Reply {
    /// A status without more.
    pub fn status(status: u16) -> Self {
        Self::Instead(status, Vec::new(), Vec::new())
    }

    /// A status with a header.
    pub fn with_header(status: u16, name: &str, value: &str) -> Self {
        Self::Instead(status, vec![(name.into(), value.into())], Vec::new())
    }

    /// A page for people, with status 200.
    pub fn page(html: &str) -> Self {
        Self::Instead(200, vec![("Content-Type".into(), "text/html; charset=utf-8".into())], html.into())
    }
}

/// A status, headers and a body.
pub type SiteAnswer = (u16, Vec<(String, String)>, Vec<u8>);

type Site = Box<dyn Fn(&Asked) -> SiteAnswer + Send + Sync>;
type Script = Box<dyn FnMut(usize, &Asked) -> Reply + Send>;
type Time = Box<dyn Fn() -> i64 + Send>;

struct Shared {
    acts: Mutex<Vec<Value>>,
    /// What answers in place of the acts.
    site: Option<Site>,
    /// The text of robots.txt and its ETag; None for a 404.
    robots: Mutex<Option<(String, String)>>,
    asked: Mutex<Vec<Asked>>,
    script: Mutex<Script>,
    time: Mutex<Time>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A server that stands in for a publisher until the process ends.
#[derive(Clone)]
pub struct Player {
    /// `http://127.0.0.1:PORT`
    pub address: String,
    shared: Arc<Shared>,
}

impl Player {
    /// A player of these acts.
    ///
    /// # Panics
    ///
    /// When no port can be had.
    pub fn start(acts: Vec<Value>) -> Self {
        Self::serve(acts, None)
    }

    /// A player of another publisher: of its honest answers.
    ///
    /// # Panics
    ///
    /// When no port can be had.
    pub fn start_site(site: impl Fn(&Asked) -> SiteAnswer + Send + Sync + 'static) -> Self {
        Self::serve(Vec::new(), Some(Box::new(site)))
    }

    fn serve(acts: Vec<Value>, site: Option<Site>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap_or_else(|error| panic!("no port: {error}"));
        let address = listener.local_addr().unwrap_or_else(|error| panic!("no address: {error}"));
        let shared = Arc::new(Shared {
            acts: Mutex::new(acts),
            site,
            robots: Mutex::default(),
            asked: Mutex::default(),
            script: Mutex::new(Box::new(|_, _| Reply::Honest)),
            time: Mutex::new(Box::new(|| 0)),
        });
        let served = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&served);
                // A client that goes away is no reason to fail.
                std::thread::spawn(move || serve(&shared, &stream).ok());
            }
        });
        Self { address: format!("http://{address}"), shared }
    }

    /// Changes the acts.
    pub fn change(&self, change: impl FnOnce(&mut Vec<Value>)) {
        change(&mut locked(&self.shared.acts));
    }

    /// Sets robots.txt and its ETag.
    pub fn set_robots(&self, text: &str, etag: &str) {
        *locked(&self.shared.robots) = Some((text.into(), etag.into()));
    }

    /// Sets the script, which chooses the reply to each query from now on. Its arguments are the number of earlier
    /// queries, and the request; a request for robots.txt is no query.
    pub fn set_script(&self, script: impl FnMut(usize, &Asked) -> Reply + Send + 'static) {
        *locked(&self.shared.script) = Box::new(script);
    }

    /// Stamps requests with the time of this clock.
    pub fn set_time(&self, time: impl Fn() -> i64 + Send + 'static) {
        *locked(&self.shared.time) = Box::new(time);
    }

    /// Takes out the requests received so far.
    pub fn take_asked(&self) -> Vec<Asked> {
        std::mem::take(&mut *locked(&self.shared.asked))
    }
}

fn serve(shared: &Shared, stream: &TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.trim().split_once(':') {
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
    }
    let at = locked(&shared.time)();
    let mut asked = Asked { method, path, headers, body: Value::Null, posted: String::new(), at };
    let length = asked.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    asked.body = serde_json::from_slice(&body).unwrap_or_default();
    asked.posted = String::from_utf8_lossy(&body).into_owned();
    let reply = {
        let mut all = locked(&shared.asked);
        let queries = all.iter().filter(|asked| asked.path != "/robots.txt").count();
        all.push(asked.clone());
        drop(all);
        locked(&shared.script)(queries, &asked)
    };
    answer(shared, stream, &asked, &reply)
}

fn answer(shared: &Shared, mut stream: &TcpStream, asked: &Asked, reply: &Reply) -> std::io::Result<()> {
    let (status, headers, mut body) = match reply {
        Reply::Nothing => return Ok(()),
        Reply::Instead(status, headers, body) => (*status, headers.clone(), body.clone()),
        _ if asked.path == "/robots.txt" => robots(shared, asked),
        _ if shared.site.is_some() => shared.site.as_ref().map(|site| site(asked)).unwrap_or_default(),
        _ => {
            let mut search = asked.body["json"].clone();
            if matches!(reply, Reply::FirstPage)
                && let Some(search) = search.as_object_mut()
            {
                search.remove("search_after");
            }
            let (status, mut answer) = found(&locked(&shared.acts), &search);
            if let Reply::Total(value, relation) = reply {
                answer["hits"]["total"] = json!({"value": value, "relation": relation});
            }
            let json = ("Content-Type".to_owned(), "application/json; charset=utf-8".to_owned());
            (status, vec![json], answer.to_string().into_bytes())
        }
    };
    let mut head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if let Reply::Cut(length) = reply {
        body.truncate(*length);
    }
    stream.write_all(head.as_bytes())?;
    stream.write_all(b"\r\n")?;
    stream.write_all(&body)
}

fn robots(shared: &Shared, asked: &Asked) -> (u16, Vec<(String, String)>, Vec<u8>) {
    match &*locked(&shared.robots) {
        None => (404, Vec::new(), b"<html>not here</html>".to_vec()),
        Some((text, etag)) => {
            let headers = vec![("ETag".to_owned(), etag.clone())];
            if asked.header("if-none-match") == Some(etag) {
                (304, headers, Vec::new())
            } else {
                (200, headers, text.clone().into_bytes())
            }
        }
    }
}

/// The answer of Elasticsearch to a search, for the parts of its query language that are used here.
fn found(acts: &[Value], search: &Value) -> (u16, Value) {
    let size = usize::try_from(search["size"].as_u64().unwrap_or(10)).unwrap_or_default();
    let from = usize::try_from(search["from"].as_u64().unwrap_or(0)).unwrap_or_default();
    if from + size > 10_000 {
        let reason = "Result window is too large, from + size must be less than or equal to: [10000]";
        return (
            400,
            json!({"error": {"type": "illegal_argument_exception", "reason": reason}, "status": 400}),
        );
    }
    let sorts: Vec<String> = search["sort"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|sort| sort.as_object()?.keys().next().cloned())
        .collect();
    let values = |act: &Value| sorts.iter().map(|name| sort_value(&act[name])).collect::<Vec<i64>>();
    let mut matching: Vec<(Vec<i64>, &Value)> =
        acts.iter().filter(|act| matches(act, &search["query"])).map(|act| (values(act), act)).collect();
    matching.sort_by(|left, right| left.0.cmp(&right.0));
    let total = matching.len();
    if let Some(after) = search["search_after"].as_array() {
        let after: Vec<i64> = after.iter().map(sort_value).collect();
        matching.retain(|(values, _)| *values > after);
    }
    let hits: Vec<Value> = matching
        .into_iter()
        .skip(from)
        .take(size)
        .map(|(values, act)| {
            let id = act["grundforfattningId"].to_string();
            json!({"_index": "invented", "_type": "_doc", "_id": id, "_score": null, "_source": act, "sort": values})
        })
        .collect();
    let exact = search["track_total_hits"] == true || total <= 10_000;
    let total =
        json!({"value": if exact { total } else { 10_000 }, "relation": if exact { "eq" } else { "gte" }});
    let shards = json!({"total": 1, "successful": 1, "skipped": 0, "failed": 0});
    let hits = json!({"total": total, "max_score": null, "hits": hits});
    (200, json!({"took": 3, "timed_out": false, "_shards": shards, "hits": hits}))
}

/// The sort value of a number, or of a time as its digits; a missing value comes last.
fn sort_value(value: &Value) -> i64 {
    if let Some(number) = value.as_i64() {
        return number;
    }
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).take(17).collect::<String>();
    let text = value.as_str().map(digits).unwrap_or_default();
    format!("{text:0<17}").parse().ok().filter(|_| !text.is_empty()).unwrap_or(i64::MAX)
}

fn matches(act: &Value, query: &Value) -> bool {
    if let Some(all) = query["bool"]["filter"].as_array() {
        return all.iter().all(|query| matches(act, query));
    }
    if let Some((name, value)) = query["term"].as_object().and_then(|term| term.iter().next()) {
        return act[name.trim_end_matches(".keyword")] == *value;
    }
    if let Some((name, range)) = query["range"].as_object().and_then(|range| range.iter().next()) {
        return !act[name].is_null() && sort_value(&act[name]) >= sort_value(&range["gte"]);
    }
    true
}

/// An invented act in the publisher's shape. Its text is of a day in 2031, and its number in the publisher's database is `id`.
pub fn invented_act(id: u32, key: &str, title: &str, text: &str) -> Value {
    let (year, number) = key.split_once(':').unwrap_or((key, ""));
    let stamp = format!("2031-01-{:02}T{:02}:{:02}:00.1194632", 1 + id % 28, id / 28 % 24, id / 672 % 60);
    json!({
        "andringsforfattningar": [],
        "arkiverad": false,
        "beteckning": key,
        "beteckningSortable": key,
        "dokumenttyp": "SFS",
        "forfattningstypNamn": if title.contains("örordning") { "Förordning" } else { "Lag" },
        "fulltext": {
            "andringInford": null,
            "arkiverad": false,
            "forfattningstext": text,
            "fulltextInformationId": 1000 + id,
            "historisk": false,
            "omtryck": null,
            "ovrigt": null,
            "publicerad": true,
            "publiceradDateTime": stamp,
            "skapadDateTime": stamp,
            "uppdateradDateTime": stamp,
            "upphavdGenom": null,
            "utfardadDateTime": format!("{year}-05-06T00:00:00"),
            "utkast": false,
            "utkastId": null
        },
        "grundforfattningId": id,
        "historisk": false,
        "ikraftDateTime": format!("{year}-07-01T00:00:00"),
        "ikraftDenDagenRegeringenBestammer": false,
        "ikraftOvergangsbestammelse": false,
        "lopnummer": number,
        "notis": false,
        "organisation": {"departementId": 1, "enhet": null, "myndighetId": null, "namn": "Dimdepartementet",
            "namnOchEnhet": "Dimdepartementet", "organisationId": 0},
        "previousId": null,
        "publicerad": true,
        "publiceradDateTime": stamp,
        "publiceringsar": year,
        "register": {"arkiverad": false, "celexnummer": null, "eUdirektiv": false, "forarbeten": null,
            "forfattningssamling": null, "historisk": false, "overgangsbestammelserVidTidsbegransning": null,
            "publicerad": true, "publiceradDateTime": stamp, "registerInformationId": 2000 + id,
            "skapadDateTime": stamp, "taggar": null, "uppdateradDateTime": stamp, "utkast": false, "utkastId": null},
        "rubrik": title,
        "skapadDateTime": stamp,
        "tidsbegransadDateTime": null,
        "uppdateradDateTime": stamp,
        "upphavdDateTime": null,
        "upphavdDenDagenRegeringenBestammer": false,
        "upphavdOvergangsbestammelse": false,
        "utkast": false
    })
}
