//! Running the program: commands that end, servers that do not, and a client.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// The timeout of everything a test waits for.
const PATIENCE: Duration = Duration::from_mins(1);

/// Waits until a condition holds.
pub fn eventually<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(value) = condition() {
            return value;
        }
        assert!(begun.elapsed() < PATIENCE, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Stops threads when it is dropped, also when a test fails.
pub struct Stop<'a>(pub &'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The exit code and the output of a command.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// An empty folder in which the program runs isolated: without configuration and without the home folder of a user. The data
/// folder is the default one.
pub struct Home {
    folder: TempDir,
}

impl Home {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn data(&self) -> PathBuf {
        self.path("data")
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lagrum"));
        command
            .args(arguments)
            .env_clear()
            .env("HOME", self.folder.path())
            .env("TMPDIR", self.folder.path())
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ended {
        ended(&mut self.command(arguments))
    }

    /// Runs a command that must succeed.
    pub fn done(&self, arguments: &[&str]) -> Ended {
        let ended = self.run(arguments);
        assert_eq!(ended.code, Some(0), "{arguments:?}: {ended:?}");
        ended
    }

    /// Runs a command that must fail, and returns its standard error.
    pub fn failed(&self, arguments: &[&str]) -> String {
        self.failed_with(1, arguments)
    }

    /// Runs a command that must fail with this exit code, and returns its standard error.
    pub fn failed_with(&self, code: i32, arguments: &[&str]) -> String {
        let ended = self.run(arguments);
        assert_eq!(ended.code, Some(code), "{arguments:?}: {ended:?}");
        assert_eq!(ended.stdout.lines().filter(|line| line.contains("error")).count(), 0, "{ended:?}");
        ended.stderr
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    }

    /// Imports these lines as the full dumps of their sources, removes the documents that they lack, and publishes.
    pub fn publish(&self, dumps: &[(&str, &[String])]) {
        for (source, lines) in dumps {
            let dump = self.write(&format!("{source}.ndjson"), lines.join("\n"));
            self.done(&["import", "--prune", "--allow-removals", &dump]);
        }
        self.done(&["build"]);
    }

    /// A published dump file.
    pub fn dump(&self, file: &str) -> Vec<u8> {
        std::fs::read(self.data().join("snapshots").join(self.current()).join("dumps").join(file)).unwrap()
    }

    /// The name of the published snapshot.
    pub fn current(&self) -> String {
        std::fs::read_to_string(self.data().join("snapshots/current")).unwrap().trim().to_owned()
    }

    /// The names in the folder of snapshots, of which there may be none yet.
    pub fn snapshots(&self) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.data().join("snapshots")) else { return Vec::new() };
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| name != "current" && name != "build.lock");
        names.sort();
        names
    }
}

/// Runs a prepared command to its end.
pub fn ended(command: &mut Command) -> Ended {
    let output = command.output().unwrap();
    Ended {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A process that is killed when the test is over.
pub struct Process(pub Child);

impl Process {
    /// Sends a signal by name.
    pub fn signal(&self, name: &str) {
        let status = Command::new("sh")
            .args(["-c", &format!("kill -{name} {}", self.0.id())])
            .stdin(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
    }

    pub fn wait(&mut self) -> ExitStatus {
        eventually("the process ends", || self.0.try_wait().unwrap())
    }

    /// Kills it with SIGKILL, unless it has ended by itself; returns whether it had.
    pub fn kill(&mut self) -> bool {
        let finished = self.0.try_wait().unwrap().is_some();
        self.0.kill().unwrap();
        self.0.wait().unwrap();
        finished
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running `lagrum serve`.
pub struct Server {
    process: Process,
    stdout: BufReader<ChildStdout>,
    /// `http://127.0.0.1:PORT`
    pub address: String,
    log: PathBuf,
}

impl Server {
    /// Starts a server over the data folder of `home`, on a port the system chooses.
    pub fn start(home: &Home, arguments: &[&str]) -> Self {
        let command = [&["serve", "--listen", "127.0.0.1:0"], arguments].concat();
        Self::spawn(home, home.command(&command))
    }

    /// Starts a server whose standard error is a pipe that nobody reads. The pipe is open as long as the second value lives.
    pub fn start_unread(home: &Home, arguments: &[&str]) -> (Self, ChildStderr) {
        let command = [&["serve", "--listen", "127.0.0.1:0"], arguments].concat();
        let mut server = Self::spawn_with(home, home.command(&command), Stdio::piped());
        let unread = server.process.0.stderr.take().unwrap();
        (server, unread)
    }

    /// Starts a prepared command and reads the address it prints.
    pub fn spawn(home: &Home, command: Command) -> Self {
        let log = File::create(home.path("serve.log")).unwrap();
        Self::spawn_with(home, command, log.into())
    }

    fn spawn_with(home: &Home, mut command: Command, stderr: Stdio) -> Self {
        let log = home.path("serve.log");
        let mut child = command.stdout(Stdio::piped()).stderr(stderr).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let process = Process(child);
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("lagrum serves on ").unwrap_or_else(|| {
            panic!("said {line:?} and {}", std::fs::read_to_string(&log).unwrap_or_default())
        });
        Self { address: address.to_owned(), process, stdout, log }
    }

    pub fn get(&self, path: &str) -> Answer {
        get(&format!("{}{path}", self.address), &[]).unwrap()
    }

    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        get(&format!("{}{path}", self.address), headers).unwrap()
    }

    /// POST of a JSON body.
    pub fn post(&self, path: &str, body: &str) -> Answer {
        let request = agent().post(format!("{}{path}", self.address));
        received(request.content_type("application/json").send(body).unwrap()).unwrap()
    }

    /// The body of a 200.
    pub fn json(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.json()
    }

    /// The snapshot that the server serves.
    pub fn snapshot(&self) -> Option<String> {
        Some(self.get("/readyz").json()["snapshot"].as_str()?.to_owned())
    }

    /// Waits until the server serves the published snapshot.
    pub fn caught_up(&self, home: &Home) {
        eventually("the server takes up the published snapshot", || {
            (self.snapshot()? == home.current()).then_some(())
        });
    }

    pub fn signal(&self, name: &str) {
        self.process.signal(name);
    }

    /// Its resident memory in kB, if the system reports it.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.0.id())).ok()?;
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok())
    }

    pub fn has_ended(&mut self) -> bool {
        self.process.0.try_wait().unwrap().is_some()
    }

    /// Waits for its end; returns the exit code and what it printed after its address.
    pub fn wait(&mut self) -> (Option<i32>, String) {
        let code = self.process.wait().code();
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        (code, rest)
    }

    /// Everything it printed to standard error.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }
}

/// The answer to a request, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// A client for which no status is an error.
pub fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE));
    ureq::Agent::new_with_config(config.build())
}

/// Sends one GET request over a connection of its own. An answer that breaks off is an error.
pub fn get(address: &str, headers: &[(&str, &str)]) -> Result<Answer, ureq::Error> {
    get_by(&agent(), address, headers)
}

/// Sends one GET request by an agent that may keep connections open.
pub fn get_by(agent: &ureq::Agent, address: &str, headers: &[(&str, &str)]) -> Result<Answer, ureq::Error> {
    let request =
        headers.iter().fold(agent.get(address), |request, (name, value)| request.header(*name, *value));
    received(request.call()?)
}

/// The whole of a response.
fn received(mut response: ureq::http::Response<ureq::Body>) -> Result<Answer, ureq::Error> {
    Ok(Answer {
        status: response.status().as_u16(),
        headers: response
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
            .collect(),
        body: response.body_mut().with_config().limit(1 << 30).read_to_vec()?,
    })
}

/// The lines of a stream, read by a thread so that the writer never blocks.
pub fn lines_of(stream: impl Read + Send + 'static) -> Arc<Mutex<Vec<String>>> {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let shared = lines.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            shared.lock().unwrap().push(line);
        }
    });
    lines
}

/// The text of a gzipped file.
pub fn gunzip(bytes: &[u8]) -> String {
    std::io::read_to_string(flate2::read::MultiGzDecoder::new(bytes)).unwrap()
}

/// A gzipped file of these lines.
pub fn gzip(path: &Path, lines: &[String]) {
    let mut encoder = flate2::write::GzEncoder::new(File::create(path).unwrap(), flate2::Compression::fast());
    encoder.write_all(lines.join("\n").as_bytes()).unwrap();
    encoder.finish().unwrap();
}
