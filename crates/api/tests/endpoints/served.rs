//! The demo corpus, imported, built and served through the real router in this process.

use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};

use jiff::civil::{Date, date};
use lagrum_api::{RouterConfig, ServedSnapshot, endpoints};
use lagrum_builder::BuildOptions;
use lagrum_corpus::attachments::{AttachmentOptions, import_attachments};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots};
use serde_json::Value;
use tempfile::TempDir;

use crate::client::{Answer, Client};
use crate::printer::{Mirror, busy_pool, print_pool};

pub(crate) const BASE: &str = lagrum_demo::BASE;

/// A day on which repealed acts of the demo are repealed, and future acts are not in force yet.
pub(crate) const TODAY: Date = date(2026, 11, 21);

/// A data folder with the demo corpus, built once for all tests that change nothing.
static DEMO: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    folder
});

/// Imports the demo into a data folder and builds it.
pub(crate) fn fill(folder: &Path) {
    lagrum_demo::unpack(folder).unwrap();
    let sources = lagrum_sources::all().iter();
    let options = ImportOptions {
        folders: sources.map(|source| (source.artifact_dir.to_owned(), source.name.to_owned())).collect(),
        ..ImportOptions::default()
    };
    let tree = folder.join("corpus").display().to_string();
    let report = import(&Corpus::create(&folder.join("data")).unwrap(), &[tree], &options, &Silent).unwrap();
    assert!(!report.failed(), "{report:?}");
    let options = AttachmentOptions { base: None, pages: &lagrum_test_support::count_pages };
    let corpus = Corpus::open(&folder.join("data")).unwrap();
    import_attachments(&corpus, folder, &options, &Silent).unwrap();
    build(folder);
}

pub(crate) fn build(folder: &Path) {
    let options = BuildOptions { private_lookups: true, ..BuildOptions::default() };
    lagrum_builder::build_with(&folder.join("data"), options, &Silent).unwrap();
}

pub(crate) fn open(folder: &Path) -> Arc<Snapshot> {
    Arc::new(Snapshots::new(&folder.join("data")).open_current().unwrap().unwrap())
}

/// A server whose snapshot and day a test may change.
#[derive(Clone)]
pub(crate) struct Served {
    now: Arc<Mutex<(Date, Option<Arc<Snapshot>>)>>,
    client: Client,
    _cache: Option<Arc<TempDir>>,
}

impl Served {
    pub(crate) fn new(snapshot: Option<Arc<Snapshot>>) -> Self {
        Self::with(snapshot, |config| config)
    }

    /// A server with everything loaded, and with a print pool whose prints are its print requests.
    pub(crate) fn printing() -> (Self, Mirror) {
        let printer = Mirror::default();
        let folder = tempfile::tempdir().unwrap();
        let pool = print_pool(&printer, &folder);
        let served = Self::with(Some(Self::loaded_snapshot()), |config| config.print_pool(pool));
        (Self { _cache: Some(Arc::new(folder)), ..served }, printer)
    }

    /// A server whose print pool is always busy.
    pub(crate) fn busy() -> (Self, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let pool = busy_pool(&folder);
        (Self::with(Some(Self::demo_snapshot()), |config| config.print_pool(pool)), folder)
    }

    fn with(snapshot: Option<Arc<Snapshot>>, configure: impl FnOnce(RouterConfig) -> RouterConfig) -> Self {
        let now = Arc::new(Mutex::new((TODAY, snapshot)));
        let asked = now.clone();
        let config = RouterConfig::new(move || {
            let (day, snapshot) = asked.lock().unwrap().clone();
            ServedSnapshot::from_snapshot(day, snapshot)
        });
        Self { now, client: Client::new(endpoints::all().into_router(configure(config))), _cache: None }
    }

    pub(crate) fn demo() -> Self {
        Self::new(Some(Self::loaded_snapshot()))
    }

    fn loaded_snapshot() -> Arc<Snapshot> {
        let snapshot = Self::demo_snapshot();
        snapshot.load_graph().unwrap();
        snapshot.load_resolver(TODAY).unwrap();
        snapshot.load_name_index(TODAY).unwrap();
        snapshot.load_search().unwrap();
        snapshot
    }

    /// The snapshot of the demo corpus, with nothing loaded.
    pub(crate) fn demo_snapshot() -> Arc<Snapshot> {
        open(DEMO.path())
    }

    /// The demo corpus before the names for reading citations are loaded.
    pub(crate) fn demo_without_names() -> Self {
        Self::new(Some(Self::demo_snapshot()))
    }

    /// The demo corpus before its citation graph is loaded.
    pub(crate) fn demo_without_graph() -> Self {
        Self::new(Some(open(DEMO.path())))
    }

    pub(crate) fn set_day(&self, day: Date) {
        self.now.lock().unwrap().0 = day;
    }

    pub(crate) fn set_snapshot(&self, snapshot: Option<Arc<Snapshot>>) {
        self.now.lock().unwrap().1 = snapshot;
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.client.get(path).await
    }

    pub(crate) async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.client.get_with(path, headers).await
    }

    #[allow(dead_code, reason = "only some of the tests that share this file send HEAD")]
    pub(crate) async fn head(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.client.send("HEAD", path, headers).await
    }

    pub(crate) async fn options(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.client.send("OPTIONS", path, headers).await
    }

    pub(crate) async fn post(
        &self,
        path: &str,
        body: impl Into<axum::body::Body>,
        headers: &[(&str, &str)],
    ) -> Answer {
        self.client.post(path, body, headers).await
    }

    /// The body of a 200, without values that differ from build to build.
    pub(crate) async fn json(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        let mut json = answer.json();
        settle(&mut json);
        json
    }

    /// The status and the `detail` of a failure.
    pub(crate) async fn failure(&self, path: &str) -> (u16, Value) {
        let answer = self.get(path).await;
        (answer.status.as_u16(), answer.json()["detail"].clone())
    }
}

/// Replaces times and the base address, which differ from build to build.
fn settle(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                match value {
                    Value::String(text) if key == "updated" => "(time)".clone_into(text),
                    _ => settle(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(settle),
        Value::String(text) => *text = text.replace(BASE, "{base}"),
        _ => {}
    }
}

/// A text as the value of a query parameter.
pub(crate) fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// A uri of the demo as a query parameter value.
pub(crate) fn uri(local_id: &str) -> String {
    format!("{BASE}/{local_id}").replace('#', "%23").replace(' ', "%20")
}
