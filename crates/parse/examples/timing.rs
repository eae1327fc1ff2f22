//! Times the parts.
use std::io::Read;
fn main() {
    let names = lagrum_citation::CitationNames::shipped();
    let mut texts = Vec::new();
    let mut stack = vec![std::path::PathBuf::from(std::env::args().nth(1).unwrap())];
    while let Some(path) = stack.pop() {
        if path.is_dir() {
            for e in std::fs::read_dir(path).unwrap() {
                stack.push(e.unwrap().path());
            }
            continue;
        }
        let v: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let mut out = Vec::new();
        fn walk(v: &serde_json::Value, out: &mut Vec<String>) {
            match v {
                serde_json::Value::Object(m) => {
                    for (k, x) in m {
                        if k == "text" || k == "cells" {
                            if k == "text" {
                                if let Some(a) = x.as_array() {
                                    out.push(
                                        a.iter()
                                            .map(|r| r.as_str().or_else(|| r["text"].as_str()).unwrap_or(""))
                                            .collect(),
                                    );
                                }
                            }
                        } else {
                            walk(x, out)
                        }
                    }
                }
                serde_json::Value::Array(a) => {
                    for x in a {
                        walk(x, out)
                    }
                }
                _ => {}
            }
        }
        walk(&v, &mut out);
        texts.push((v["uri"].as_str().unwrap_or("")[17..].to_owned(), out));
    }
    use lagrum_citation::*;
    let all = [
        ScanType::Statutes,
        ScanType::Abbreviations,
        ScanType::EuActs,
        ScanType::EuActNames,
        ScanType::Regulations,
    ];
    for set in [&all[..], &all[..1], &all[1..2], &all[2..3], &all[3..4], &all[4..5], &all[..0]] {
        let types = set.iter().fold(ScanTypes::default(), |t, k| t.with(*k));
        let start = std::time::Instant::now();
        let mut bytes = 0;
        let mut links = 0;
        for (uri, nodes) in &texts {
            let mut s = Scanner::new(&names, ScanSettings { types, ..ScanSettings::default() });
            let c = ScanContext { law: Some(uri.clone()), ..ScanContext::default() };
            for n in nodes {
                bytes += n.len();
                links += s.scan(n, &c).unwrap().links.len();
            }
        }
        let t = start.elapsed();
        println!(
            "{set:?} {bytes} bytes {links} links {t:?} {:.1} MB/s",
            bytes as f64 / 1e6 / t.as_secs_f64()
        );
    }
}
