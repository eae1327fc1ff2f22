//! The documents fit the repository: links lead to files, and every file, type, function, flag, variable and command that a
//! document names exists.

use std::collections::BTreeSet;

use crate::common::{files, read, root};

/// Endings of names by which a document names files of this repository. Names with other endings may belong to the folders of a
/// user.
const EXTENSIONS: [&str; 8] = [".rs", ".md", ".tsv", ".typ", ".conf", ".service", ".timer", ".ts"];

/// Folders that a document names from the root.
const FOLDERS: [&str; 8] = ["crates/", "tools/", "xtask/", "docs/", "fuzz/", "deploy/", ".ci/", ".cargo/"];

/// Flags of other programs, and the one that every command has.
const FOREIGN_FLAGS: [&str; 16] = [
    "cacert",
    "data-urlencode",
    "features",
    "flavor",
    "help",
    "layout-features",
    "locked",
    "no-default-features",
    "nocapture",
    "output-file",
    "package",
    "sanitizer",
    "strip-components",
    "timings",
    "unicodes",
    "workspace",
];

/// Names of HTTP headers that look like types.
const HEADERS: [&str; 5] = ["Forwarded", "Host", "Origin", "Range", "Referer"];

/// Maximum number of letters in a line of a document.
const LONGEST_LINE: usize = 140;

fn documents() -> Vec<(String, String)> {
    let named = files().into_iter().filter(|path| path.ends_with(".md"));
    named.map(|path| (path.clone(), read(&path))).collect()
}

/// A document without its fenced blocks, which quote programs and answers.
fn prose(text: &str) -> String {
    let mut fenced = false;
    let mut kept = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// The texts between backticks, with line breaks as spaces.
fn code_spans(text: &str) -> Vec<String> {
    let text = prose(text);
    text.split('`').skip(1).step_by(2).map(|span| span.replace("\n  ", " ").replace('\n', " ")).collect()
}

/// `a/{b,c}.rs` as `a/b.rs` and `a/c.rs`.
fn expanded(name: &str) -> Vec<String> {
    let Some((before, rest)) = name.split_once('{') else { return vec![name.to_owned()] };
    let Some((choices, after)) = rest.split_once('}') else { return vec![name.to_owned()] };
    choices.split(',').map(|choice| format!("{before}{}{after}", choice.trim())).collect()
}

/// Headings as anchors, in the form of GitHub.
fn heading_anchors(text: &str) -> Vec<String> {
    let heading = |line: &str| -> Option<String> {
        let title = line.strip_prefix('#')?.trim_start_matches('#').trim();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        Some(kept.collect::<String>().to_lowercase().replace(' ', "-"))
    };
    prose(text).lines().filter_map(heading).collect()
}

#[test]
fn lines_of_documents_are_short() {
    let mut long = Vec::new();
    for (path, text) in documents() {
        // A row of a table cannot be broken into lines.
        let lines = prose(&text);
        let lines = lines.lines().filter(|line| !line.trim_start().starts_with('|'));
        long.extend(
            lines.filter(|line| line.chars().count() > LONGEST_LINE).map(|line| format!("{path}: {line}")),
        );
    }
    assert!(long.is_empty(), "lines of more than {LONGEST_LINE} letters:\n{}", long.join("\n"));
}

#[test]
fn the_start_page_of_the_documents_names_each() {
    let start = read("docs/README.md");
    for path in files().iter().filter(|path| path.starts_with("docs/") && path.ends_with(".md")) {
        let name = path.trim_start_matches("docs/");
        assert!(name == "README.md" || start.contains(&format!("]({name})")), "docs/README.md lacks {name}");
    }
}

#[test]
fn links_lead_to_files_and_headings_that_exist() {
    for (path, text) in documents() {
        let folder = root().join(&path).parent().map(std::path::Path::to_owned).unwrap_or_default();
        for after in prose(&text).split("](").skip(1) {
            let Some((target, _)) = after.split_once(')') else { continue };
            if target.contains("://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let linked = if file.is_empty() { root().join(&path) } else { folder.join(file) };
            assert!(linked.exists(), "{path} links to {target}");
            if !anchor.is_empty() {
                let linked = std::fs::read_to_string(linked).unwrap_or_default();
                assert!(
                    heading_anchors(&linked).iter().any(|found| found == anchor),
                    "{path} links to {target}"
                );
            }
        }
    }
}

#[test]
fn files_that_documents_name_exist() {
    let files = files();
    let mut missing = Vec::new();
    for (path, text) in documents() {
        for name in code_spans(&text).iter().flat_map(|span| expanded(span)) {
            let of_ours = FOLDERS.iter().any(|folder| name.starts_with(folder));
            let of_a_kind = EXTENSIONS.iter().any(|extension| name.ends_with(extension));
            if name.contains([' ', '<', '*', '…']) || name.starts_with('/') || !(of_ours || of_a_kind) {
                continue;
            }
            let end = format!("/{name}");
            let exists = root().join(&name).exists() || files.iter().any(|file| file.ends_with(&end));
            if !exists {
                missing.push(format!("{path}: {name}"));
            }
        }
    }
    assert!(missing.is_empty(), "documents name files that do not exist:\n{}", missing.join("\n"));
}

/// The rows of the table that says where a change goes.
fn rows_of_the_map() -> Vec<String> {
    let text = read("ARCHITECTURE.md");
    let table = text.split("## Where does a change go?").nth(1).unwrap_or_default();
    let table = table.split("\n## ").next().unwrap_or_default();
    table.lines().filter(|line| line.starts_with("| ") && line.contains('`')).map(str::to_owned).collect()
}

#[test]
fn files_of_the_map_have_the_items_that_its_rows_name() {
    let all = files();
    let mut lacking = Vec::new();
    for row in rows_of_the_map() {
        let spans = code_spans(&row);
        let is_path = |span: &&String| FOLDERS.iter().any(|folder| span.starts_with(folder));
        let paths: Vec<String> = spans.iter().filter(is_path).flat_map(|span| expanded(span)).collect();
        let inside = |file: &&String| {
            paths
                .iter()
                .any(|path| *file == path || file.starts_with(&format!("{}/", path.trim_end_matches('/'))))
        };
        let beside: Vec<&String> = all.iter().filter(inside).collect();
        let code = beside.iter().map(|file| read(file)).collect::<Vec<_>>().join("\n");
        for span in spans.iter().filter(|span| !is_path(span)) {
            let is_file = EXTENSIONS.iter().any(|extension| span.ends_with(extension));
            let is_item = span.len() > 2 && span.chars().all(|c| c.is_alphanumeric() || c == '_');
            // A crate is named, or a folder or a file without its ending.
            let is_place = |span: &str| {
                all.iter().any(|file| file.starts_with(&format!("crates/{span}/")))
                    || beside
                        .iter()
                        .any(|file| file.split('/').any(|part| part.trim_end_matches(".rs") == span))
            };
            let is_there = if is_file {
                let end = format!("/{span}");
                // The file may stand in the folder of a file that is named.
                let folders = paths.iter().map(|path| path.rsplit_once('/').map_or("", |(folder, _)| folder));
                let mut near =
                    folders.flat_map(|folder| all.iter().filter(move |file| file.starts_with(folder)));
                near.any(|file| file.ends_with(&end))
            } else {
                !is_item || is_place(span) || code.contains(span.as_str())
            };
            if !is_there {
                lacking.push(format!("`{span}` in: {}", row.chars().take(100).collect::<String>()));
            }
        }
    }
    assert!(lacking.is_empty(), "rows of the map name what their files do not have:\n{}", lacking.join("\n"));
}

/// The words of all Rust files: runs of letters, digits and underscores.
fn words_of_code() -> BTreeSet<String> {
    let code =
        files().into_iter().filter(|path| path.ends_with(".rs") && path != "xtask/tests/house/documents.rs");
    let mut words = BTreeSet::new();
    for path in code {
        words.extend(read(&path).split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned));
    }
    words
}

/// The names in a code span that is Rust: `Query<T>`, `blocking(…)`, `Resources::get(…)`, `lagrum_cancel::check()`.
fn names_of_rust(span: &str) -> Vec<&str> {
    let is_type = span.starts_with(|c: char| c.is_ascii_uppercase())
        && span.contains(|c: char| c.is_ascii_lowercase())
        && !span.contains([' ', '-', '.', '/', '%', '=']);
    let is_call = span.starts_with(|c: char| c.is_ascii_lowercase())
        && (span.ends_with("(…)") || span.ends_with("()") || span.contains("::"))
        && !span.contains(' ');
    if !(is_type || is_call) || !span.is_ascii() && !span.ends_with("(…)") {
        return Vec::new();
    }
    let before = span.split('(').next().unwrap_or_default();
    before.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| name.len() > 1).collect()
}

#[test]
fn types_and_functions_that_documents_name_exist() {
    let words = words_of_code();
    let mut missing = Vec::new();
    for document in ["ARCHITECTURE.md", "SECURITY.md", "CONTRIBUTING.md", "docs/api.md", "docs/promises.md"] {
        let text = read(document);
        for span in code_spans(&text) {
            for name in names_of_rust(&span) {
                if !words.contains(name) && !HEADERS.contains(&name) {
                    missing.push(format!("{document}: {name} (in `{span}`)"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "documents name what no Rust file has:\n{}", missing.join("\n"));
}

/// The flags of a text: `--name`, at the beginning of a word.
fn flags(text: &str) -> BTreeSet<String> {
    let found = text.split([' ', '`', '(', '\n', '"']).filter_map(|word| word.strip_prefix("--"));
    let name =
        |word: &str| -> String { word.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect() };
    found.map(name).filter(|flag| flag.len() > 1).map(|flag| flag.trim_end_matches('-').to_owned()).collect()
}

#[test]
fn flags_and_variables_that_documents_name_exist() {
    let code: String = files()
        .into_iter()
        .filter(|path| {
            path.ends_with(".rs") && path != "xtask/tests/house/documents.rs" || path.starts_with(".ci/")
        })
        .map(|path| read(&path))
        .collect();
    let words: BTreeSet<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let mut missing = Vec::new();
    for (path, text) in documents() {
        for flag in flags(&text) {
            let field = format!("{}:", flag.replace('-', "_"));
            let known = code.contains(&field) || code.contains(&format!("long = \"{flag}\""));
            if !known && !FOREIGN_FLAGS.contains(&flag.as_str()) {
                missing.push(format!("{path}: --{flag}"));
            }
        }
        for variable in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if variable.starts_with("LAGRUM_") && variable.len() > 7 && !words.contains(variable) {
                missing.push(format!("{path}: {variable}"));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "documents name flags or variables that do not exist:\n{}",
        missing.join("\n")
    );
}

#[test]
fn commands_that_documents_name_exist() {
    let programs = [
        ("lagrum ", "crates/lagrum/src/cli.rs"),
        ("cargo measure ", "tools/measure/src/main.rs"),
        ("cargo xtask ", "xtask/src/main.rs"),
    ];
    let mut missing = Vec::new();
    for (path, text) in documents() {
        for (program, declared) in programs {
            let declared = read(declared);
            let spans = code_spans(&text);
            let named = spans.iter().filter_map(|span| span.strip_prefix(program)?.split(' ').next());
            for command in named.filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-')) {
                let variant: String = command.split('-').map(capitalized).collect();
                let known = command == "help" || command.starts_with('-');
                if !known
                    && !declared.contains(&format!("{variant}("))
                    && !declared.contains(&format!(" {variant}"))
                {
                    missing.push(format!("{path}: {program}{command}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "documents name commands that do not exist:\n{}", missing.join("\n"));
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_uppercase() + rest
}
