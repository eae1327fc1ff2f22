//! The examples of README.md and docs/api.md, which are `curl` commands for the demo.

use std::fmt::Write as _;
use std::path::Path;

use crate::support::{Home, Server, eventually};

/// The address of the server in the examples.
const ADDRESS: &str = "http://127.0.0.1:8080";

/// A request that an example sends.
#[derive(Debug)]
struct ExampleRequest {
    path: String,
    headers: Vec<(String, String)>,
    /// The body of a POST request.
    body: Option<String>,
}

/// The `curl` commands of a document, continued lines joined.
fn commands(document: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document);
    let today = jiff::Zoned::now().date().to_string();
    let text = std::fs::read_to_string(path).unwrap().replace("\\\n", " ").replace("$(date +%F)", &today);
    text.lines().filter(|line| line.starts_with("curl ")).map(str::to_owned).collect()
}

/// The words of a command line. Single quotes keep a word together; in a command without single quotes, double quotes do.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let quote = if command.contains('\'') { '\'' } else { '"' };
    for (number, part) in command.split(quote).enumerate() {
        if number % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() {
            encoded.push(char::from(byte));
        } else {
            write!(encoded, "%{byte:02X}").unwrap();
        }
        encoded
    })
}

fn parsed(command: &str) -> Option<ExampleRequest> {
    let words = words(command);
    let mut path = words.iter().find_map(|word| word.strip_prefix(ADDRESS))?.to_owned();
    let mut headers = Vec::new();
    let mut body = None;
    for pair in words.windows(2) {
        match pair[0].as_str() {
            "-d" | "--data-urlencode" => {
                let (name, value) = pair[1].split_once('=').unwrap();
                let separator = if path.contains('?') { '&' } else { '?' };
                write!(path, "{separator}{name}={}", percent_encoded(value)).unwrap();
            }
            "--json" => body = Some(pair[1].clone()),
            "-H" => {
                let (name, value) = pair[1].split_once(": ").unwrap();
                headers.push((name.to_owned(), value.to_owned()));
            }
            _ => {}
        }
    }
    Some(ExampleRequest { path, headers, body })
}

#[test]
fn every_example_of_the_documents_finds_something_in_the_demo() {
    let home = Home::new();
    let server = Server::start(&home, &["--demo"]);
    let commands: Vec<String> = ["README.md", "docs/api.md"].into_iter().flat_map(commands).collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let request = parsed(&command).unwrap_or_else(|| panic!("no address in {command}"));
        let headers: Vec<_> = request.headers.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        // The server answers with 503 until the search index and the names are loaded.
        let answer = eventually(&command, || {
            let answer = match &request.body {
                Some(body) => server.post(&request.path, body),
                None => server.get_with(&request.path, &headers),
            };
            Some(answer).filter(|answer| answer.status != 503)
        });
        assert_eq!(answer.status, 200, "{command}: {}", answer.text());
        assert!(!answer.body.is_empty(), "{command}");
        let is_list_of_results = ["/search", "/resolve"].iter().any(|path| request.path.contains(path));
        if is_list_of_results && request.body.is_none() {
            assert_ne!(answer.json()["results"].as_array().unwrap().len(), 0, "{command}");
        }
    }
}
