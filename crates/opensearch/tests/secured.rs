//! A secured cluster: who we talk to is proved before anything is told, and what opens it is printed nowhere. The cluster
//! here is the small server of the other tests behind TLS, with certificates made for each test.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

mod common;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use common::{Fake, Stream, engine, fill, filler, local, search};
use lagrum_opensearch::ClusterAccess;
use lagrum_search::Engine;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::json;
use tempfile::TempDir;

const USER: &str = "lagrum";
const PASSWORD: &str = "hemligt-lösenord:1";

/// `Basic` of the two, as any tool writes it.
const BASIC: &str = "Basic bGFncnVtOmhlbWxpZ3QtbMO2c2Vub3JkOjE=";

/// Longer than any failure may take.
const BOUND: Duration = Duration::from_secs(11);

/// Who signs certificates.
struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    folder: TempDir,
}

impl Authority {
    fn new(name: &str) -> Self {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("ca.pem"), issuer.pem()).unwrap();
        Self { issuer, folder }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// A cluster of one node with a certificate for a host, which has ended or lasts. It lets in one user.
    fn cluster(&self, host: &str, lasts: bool) -> Fake {
        let mut params = CertificateParams::new([host.to_owned()]).unwrap();
        if !lasts {
            params.not_after = rcgen::date_time_ymd(2020, 1, 1);
        }
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let private = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], private)
            .unwrap();
        let config = Arc::new(config);
        let encrypted = move |stream| {
            let connection = ServerConnection::new(config.clone()).ok()?;
            Some(Box::new(StreamOwned::new(connection, stream)) as Box<dyn Stream>)
        };
        Fake::serve("https", Some(BASIC.to_owned()), Box::new(encrypted))
    }
}

/// Everything that was logged, of any level and any library.
fn log() -> &'static Mutex<Vec<u8>> {
    static LOG: OnceLock<Mutex<Vec<u8>>> = OnceLock::new();
    LOG.get_or_init(|| {
        tracing_subscriber::fmt()
            .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
            .with_ansi(false)
            .with_writer(|| Log)
            .init();
        Mutex::default()
    })
}

struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        log().lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn assert_tells_no_secret(text: &str) {
    for secret in [PASSWORD, BASIC, BASIC.trim_start_matches("Basic ")] {
        assert!(!text.contains(secret), "{text}");
    }
}

/// Fills and searches, which must fail with these words, in time, and without a secret.
fn refused(access: &ClusterAccess, words: &[&str], missing: &str) {
    let folder = common::local();
    // The index is one that was filled once.
    common::fill(&ClusterAccess::parse(&Fake::start().address).unwrap(), folder.path()).unwrap();
    let start = Instant::now();
    let engine = engine(access, folder.path());
    let found = search(&engine).map(|_| ()).map_err(|error| error.to_string());
    for failure in [fill(access, folder.path()), found] {
        let failure = failure.unwrap_err();
        assert!(words.iter().all(|word| failure.contains(word)), "{words:?}: {failure}");
        assert_tells_no_secret(&failure);
    }
    assert!(start.elapsed() < BOUND, "{words:?}: {:?}", start.elapsed());
    assert_eq!(engine.ready(), Err(missing.to_owned()));
    assert_tells_no_secret(&format!("{engine:?}"));
}

fn access(cluster: &Fake) -> ClusterAccess {
    ClusterAccess::parse(&cluster.address).unwrap().with_user(USER, PASSWORD).unwrap()
}

#[test]
fn who_is_trusted_and_known_gets_through_and_nothing_secret_is_printed() {
    log();
    let authority = Authority::new("ours");
    let cluster = authority.cluster("127.0.0.1", true);
    let file = authority.folder.path().join("user");
    std::fs::write(&file, format!("{USER}:{PASSWORD}\n")).unwrap();
    let by_file = ClusterAccess::parse(&cluster.address).unwrap().with_user_file(&file).unwrap();
    let folder = local();
    for access in [access(&cluster), by_file] {
        let access = access.with_ca_file(&authority.file()).unwrap();
        fill(&access, folder.path()).unwrap();
        let engine = engine(&access, folder.path());
        assert_eq!(search(&engine).unwrap().total, 1);
        assert_eq!(engine.ready(), Ok(()));
        let filler = filler(&access, folder.path());
        assert_tells_no_secret(&format!("{access:?} {access:#?} {engine:?} {filler:?} {filler:#?}"));
        // What fails after that is told without it too.
        for status in [400, 401, 403, 429, 500] {
            cluster.rule("_msearch", status, &json!({"error": {"reason": "x"}}));
            assert_tells_no_secret(&search(&engine).unwrap_err().to_string());
            cluster.forget();
        }
    }
    let logged = String::from_utf8_lossy(&log().lock().unwrap()).into_owned();
    // The log has what the libraries below say of each request, and what we say of the failures.
    assert!(logged.contains("_msearch") && logged.contains("searches fail"), "{logged}");
    assert_tells_no_secret(&logged);
}

#[test]
fn who_is_not_trusted_is_told_nothing() {
    log();
    let (authority, other) = (Authority::new("ours"), Authority::new("others"));
    // One that was made anew under its old name.
    let again = Authority::new("ours");
    let insecurely = "the search cluster cannot be reached securely";
    let cluster = authority.cluster("127.0.0.1", true);
    let trusting =
        |cluster: &Fake, authority: &Authority| access(cluster).with_ca_file(&authority.file()).unwrap();
    refused(&access(&cluster), &[&cluster.address, "not trusted", "--search-ca"], insecurely);
    for wrong in [&other, &again] {
        refused(&trusting(&cluster, wrong), &[&cluster.address, "not trusted", "--search-ca"], insecurely);
    }
    let elsewhere = authority.cluster("search.example", true);
    refused(
        &trusting(&elsewhere, &authority),
        &["search.example", "--search as its certificate"],
        insecurely,
    );
    let ended = authority.cluster("127.0.0.1", false);
    refused(&trusting(&ended, &authority), &["expired"], insecurely);
    for cluster in [&cluster, &elsewhere, &ended] {
        assert_eq!(cluster.asked(), 0, "nothing was sent over a connection that is not trusted");
    }
    // A node that is not trusted does not keep one that is from answering.
    let folder = local();
    let both = format!("{},{}", elsewhere.address, cluster.address);
    let both = ClusterAccess::parse(&both).unwrap().with_user(USER, PASSWORD).unwrap();
    let both = both.with_ca_file(&authority.file()).unwrap();
    fill(&both, folder.path()).unwrap();
    let engine = engine(&both, folder.path());
    for _ in 0..20 {
        assert_eq!(search(&engine).unwrap().total, 1);
    }
    assert_eq!(elsewhere.asked(), 0);
}

#[test]
fn a_node_that_speaks_no_tls_is_told_nothing() {
    log();
    let got = Arc::new(Mutex::new(Vec::new()));
    let read = got.clone();
    let plain = Fake::serve(
        "https",
        None,
        Box::new(move |mut stream| {
            let mut bytes = [0; 4096];
            let count = stream.read(&mut bytes).ok()?;
            read.lock().unwrap().extend_from_slice(&bytes[..count]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
            None
        }),
    );
    let insecurely = "the search cluster cannot be reached securely";
    refused(&access(&plain), &[&plain.address, "does not speak TLS"], insecurely);
    let got = String::from_utf8_lossy(&got.lock().unwrap()).into_owned();
    assert!(!got.is_empty());
    assert_tells_no_secret(&got);
    // One that accepts and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://{}", silent.local_addr().unwrap());
    let access = ClusterAccess::parse(&address).unwrap().with_user(USER, PASSWORD).unwrap();
    let start = Instant::now();
    let folder = local();
    let failure = fill(&access, folder.path()).unwrap_err();
    assert!(failure.contains("did not answer within"), "{failure}");
    assert!(start.elapsed() < BOUND);
}

#[test]
fn a_wrong_user_is_told_of_the_credentials() {
    log();
    let authority = Authority::new("ours");
    let cluster = authority.cluster("127.0.0.1", true);
    let nobody = ClusterAccess::parse(&cluster.address).unwrap();
    let wrong =
        ClusterAccess::parse(&cluster.address).unwrap().with_user(USER, "hemligt-lösenord:2").unwrap();
    for access in [nobody, wrong] {
        let access = access.with_ca_file(&authority.file()).unwrap();
        refused(
            &access,
            &["credentials", "401", "user and password"],
            "the search cluster rejects the credentials",
        );
    }
    // One that is known and has no right to it.
    let error =
        json!({"type": "security_exception", "reason": "no permissions for [indices:data/write/bulk]"});
    let access = access(&cluster).with_ca_file(&authority.file()).unwrap();
    cluster.rule("lagrum", 403, &json!({"error": error, "status": 403}));
    refused(
        &access,
        &["403", "rights", "no permissions for [indices:data/write/bulk]"],
        "the search cluster rejects the credentials",
    );
}

#[test]
fn a_node_that_speaks_tls_is_to_be_named_so() {
    log();
    let cluster = Authority::new("ours").cluster("127.0.0.1", true);
    let open = ClusterAccess::parse(&cluster.address.replace("https://", "http://")).unwrap();
    refused(&open, &["name it as https://"], "the search cluster fails");
}
