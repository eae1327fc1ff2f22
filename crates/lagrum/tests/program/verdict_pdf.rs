//! `lagrum parse dv` reads the judgment as PDF beside a record that has no text. A hostile PDF is an error of its file, and no more.

use lagrum_test_support::invented_pdf;
use serde_json::Value;

use crate::hostile::{SHEET, pdf};
use crate::support::Home;

const RECORD: &str = r#"{"domstol": {"domstolKod": "HDO"}, "publiceringsform": "DOM_ELLER_BESLUT", "avgorandedatum": "2031-02-03",
    "malNummerLista": ["T 7-30"], "bilagaLista": [{"filnamn": "T 7-30.pdf"}]}"#;

fn texts(nodes: &Value, found: &mut Vec<String>) {
    for node in nodes.as_array().into_iter().flatten() {
        let runs = node["text"].as_array().into_iter().flatten();
        let text: String = runs.filter_map(|run| run.as_str().or_else(|| run["text"].as_str())).collect();
        if !text.is_empty() {
            found.push(format!(
                "{}{text}",
                node["ordinal"].as_str().map_or(String::new(), |n| format!("{n}|"))
            ));
        }
        texts(&node["children"], found);
    }
}

#[test]
fn the_judgment_beside_a_record_is_its_text() {
    let home = Home::new();
    let record = home.write("T7.json", RECORD);
    home.write(
        "T7.pdf",
        invented_pdf(&["DOMSLUT", "", "1. Fåren får beta", "i hagen och på", "ängen.", "", "Ullen säljs."]),
    );
    let ended = home.done(&["parse", "dv", &record, "--as-of", "2031-06-01", "--report", "report"]);
    let artifact: Value = serde_json::from_str(&ended.stdout).unwrap();
    let mut found = Vec::new();
    texts(&artifact["structure"], &mut found);
    assert_eq!(found, ["DOMSLUT", "1|Fåren får beta i hagen och på ängen.", "Ullen säljs."]);
    let report = std::fs::read_to_string(home.path("report")).unwrap();
    assert!(report.contains("\"missing\":0") && report.contains("\"words\":12"), "{report}");
}

#[test]
fn a_record_without_any_text_is_told() {
    let home = Home::new();
    let record = home.write("T7.json", RECORD);
    let ended = home.done(&["parse", "dv", &record]);
    assert_eq!(ended.stdout, "");
    assert!(ended.stderr.contains("T7.json: no document is made of it: it has no text"), "{ended:?}");
    // A report says it instead.
    assert_eq!(home.done(&["parse", "dv", &record, "--report", "report"]).stderr, "");
}

#[test]
fn a_record_with_a_text_needs_no_pdf() {
    let home = Home::new();
    let record = RECORD.replacen('{', r#"{"innehall": "<p>Ett får.</p>", "#, 1);
    let record = home.write("T7.json", record);
    home.write("T7.pdf", "no pdf");
    assert!(home.done(&["parse", "dv", &record]).stdout.contains("Ett får."));
}

#[test]
fn a_hostile_judgment_is_an_error_of_its_file() {
    let home = Home::new();
    let good = home.write("good.json", RECORD);
    home.write("good.pdf", invented_pdf(&["Får."]));
    let mut files = vec![good];
    let looped = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9999999>>endobj\n\
                  trailer<</Root 1 0 R>>\n";
    // As many letters as no judgment has.
    let endless = pdf(
        &format!("{SHEET}/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"),
        &[b"BT /F 1 Tf 0 0 Td ".as_slice(), &b"(abcdefghijklmnopqrst) Tj ".repeat(250_000)].concat(),
        &[],
    );
    let cases: [(&str, Vec<u8>); 4] = [
        ("none", b"no pdf".to_vec()),
        ("cut", invented_pdf(&["Får."])[..40].to_vec()),
        ("looped", looped.as_bytes().to_vec()),
        ("endless", endless),
    ];
    for (name, bytes) in &cases {
        files.push(home.write(&format!("{name}.json"), RECORD));
        home.write(&format!("{name}.pdf"), bytes);
    }
    let mut arguments = vec!["parse", "dv"];
    arguments.extend(files.iter().map(String::as_str));
    let ended = home.run(&arguments);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert_eq!(ended.stdout.lines().count(), 1, "{ended:?}");
    for (name, _) in &cases {
        let message = format!("{name}.json: ");
        let line = ended.stderr.lines().find(|line| line.contains(&message));
        assert!(line.is_some_and(|line| line.contains(&format!("{name}.pdf: "))), "{name}: {}", ended.stderr);
    }
}
