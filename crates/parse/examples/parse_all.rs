//! Parses a folder of raw files.
use std::io::Read;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (root, out, day) = (&args[1], &args[2], &args[3]);
    let base = lagrum_artifact::Base::parse("https://lagen.nu").unwrap();
    let names = lagrum_citation::CitationNames::shipped();
    let numbering = lagrum_parse::Numbering::default();
    let context =
        lagrum_parse::ParseContext { base: &base, as_of: day, names: &names, numbering: &numbering };
    let mut stack = vec![std::path::PathBuf::from(root)];
    let mut time = std::time::Duration::ZERO;
    let mut bytes = 0;
    let mut n = 0;
    while let Some(path) = stack.pop() {
        if path.is_dir() {
            for e in std::fs::read_dir(path).unwrap() {
                stack.push(e.unwrap().path());
            }
            continue;
        }
        let rel = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        let mut body = Vec::new();
        flate2::read::GzDecoder::new(std::fs::File::open(&path).unwrap()).read_to_end(&mut body).unwrap();
        let stem = rel.trim_end_matches(".gz").trim_end_matches(".json").trim_end_matches(".html");
        let parts: Vec<&str> = stem.split('/').collect();
        let (key, wording) = if parts[0] == "archive" {
            (format!("{}:{}", parts[1], parts[2]), Some(format!("{}:{}", parts[4], parts[5])))
        } else {
            (format!("{}:{}", parts[0], parts[1]), None)
        };
        let raw = lagrum_parse::RawParts {
            body: &body,
            key: Some(&key),
            wording: wording.as_deref(),
            record: None,
        };
        let start = std::time::Instant::now();
        let parsed = lagrum_parse::parse("sfs", &raw, &context);
        let took = start.elapsed();
        time += took;
        n += 1;
        match parsed {
            Ok(parsed) => {
                let to = std::path::Path::new(out).join(format!("{stem}.json"));
                std::fs::create_dir_all(to.parent().unwrap()).unwrap();
                let artifact = parsed.artifact.unwrap_or_default();
                bytes += artifact.len();
                std::fs::write(to, artifact).unwrap();
                let r = &parsed.report;
                println!(
                    "{rel} {}ms words {} missing {} extra {} {:?} {:?}",
                    took.as_millis(),
                    r.words,
                    r.missing,
                    r.extra,
                    r.skipped,
                    r.valid_until
                );
            }
            Err(e) => println!("{rel} ERROR {e}"),
        }
    }
    println!("{n} files {time:?} {bytes} bytes");
}
