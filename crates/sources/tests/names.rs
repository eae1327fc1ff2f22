//! What documents of each source are called.
#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

use lagrum_artifact::{Artifact, Base};
use lagrum_sources::{Description, source};
use serde_json::{Value, json};

fn describe(name: &str, mut artifact: Value) -> Description {
    let local_id = artifact["uri"].as_str().unwrap().to_owned();
    artifact["uri"] = format!("https://lag.example/{local_id}").into();
    let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
    source(name).describe(&artifact, &Base::parse("https://lag.example").unwrap())
}

/// What to expect of a document: empty for what it has not.
#[derive(Default)]
struct Expected {
    kind: &'static str,
    label: &'static str,
    title: &'static str,
    /// Only where it differs from the title.
    display: &'static str,
    short_id: &'static str,
    short_title: &'static str,
    descriptive: &'static str,
    abbr: &'static str,
}

fn check(name: &str, artifact: Value, expected: &Expected) {
    let shown = artifact.to_string();
    let found = describe(name, artifact);
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let display = if expected.display.is_empty() { expected.title } else { expected.display };
    for (what, ours, wanted) in [
        ("kind", text(&found.kind), expected.kind),
        ("label", found.label.clone(), expected.label),
        ("title", found.title.clone(), expected.title),
        ("display", found.display.clone(), display),
        ("short id", text(&found.short_id), expected.short_id),
        ("short title", text(&found.short_title), expected.short_title),
        ("descriptive", found.descriptive.clone(), expected.descriptive),
        ("acronym", text(&found.abbr), expected.abbr),
    ] {
        assert_eq!(ours, wanted, "{what} of {shown}");
    }
}

#[test]
fn statutes() {
    let statute =
        |id: &str, title: &str| json!({"uri": id, "metadata": {"properties": {"dcterms:title": title}}});
    check(
        "sfs",
        statute("1931:47", "Lag (1931:47) om får"),
        &Expected {
            kind: "lag",
            label: "SFS 1931:47",
            title: "Lag (1931:47) om får",
            short_id: "SFS 1931:47",
            short_title: "Lag om får",
            descriptive: "Lag om får",
            ..Expected::default()
        },
    );
    // The table of names knows these two numbers; the titles here are made up.
    check(
        "sfs",
        statute("1915:218", "Lag (1915:218) om löften"),
        &Expected {
            kind: "lag",
            label: "SFS 1915:218",
            title: "Lag (1915:218) om löften",
            display: "Avtalslagen (AvtL)",
            short_id: "SFS 1915:218",
            short_title: "Avtalslagen",
            descriptive: "avtalslagen",
            abbr: "AvtL",
        },
    );
    check(
        "sfs",
        statute("1990:52", "Kungörelse (1990:52) om lamm"),
        &Expected {
            kind: "forordning",
            label: "SFS 1990:52",
            title: "Kungörelse (1990:52) om lamm",
            short_id: "SFS 1990:52",
            short_title: "Kungörelse om lamm",
            descriptive: "Kungörelse om lamm",
            abbr: "LVU",
            ..Expected::default()
        },
    );
    check(
        "sfs",
        json!({"uri": "1931:48"}),
        &Expected {
            kind: "forordning",
            label: "SFS 1931:48",
            title: "SFS 1931:48",
            short_id: "SFS 1931:48",
            short_title: "SFS 1931:48",
            descriptive: "SFS 1931:48",
            ..Expected::default()
        },
    );
}

#[test]
fn cases() {
    let case = |label, short_id, short_title, abbr| Expected {
        kind: "case",
        label,
        title: label,
        short_id,
        short_title,
        descriptive: label,
        abbr,
        ..Expected::default()
    };
    let table = [
        (
            json!({"uri": "dom/nja/2031s12", "label": "Bojen (NJA 2031 s. 12)"}),
            case("Bojen (NJA 2031 s. 12)", "NJA 2031 s. 12", "Bojen", ""),
        ),
        (
            json!({"uri": "dom/nja/2031s12", "label": "Bojen (Ö 3043-30)"}),
            case("Bojen (Ö 3043-30)", "Ö 3043-30", "Bojen", "Ö 3043-30"),
        ),
        (
            json!({"uri": "dom/nja/2031s12", "label": null, "referat": ["NJA 2031 s. 12", "NJA 2031:2"]}),
            case("NJA 2031 s. 12", "NJA 2031 s. 12", "", ""),
        ),
        (
            json!({"uri": "dom/hd/T_1-31/2031-02-03", "court": "HDO", "malnummer": ["T 1-31"]}),
            case("HDO T 1-31", "HDO T 1-31", "", ""),
        ),
        (json!({"uri": "dom/HDO_B_1_31", "court": "HDO", "malnummer": []}), case("HDO", "HDO", "", "")),
        (json!({"uri": "dom/HDO_B_1_31"}), case("dom/HDO_B_1_31", "dom/HDO_B_1_31", "", "")),
    ];
    for (artifact, expected) in table {
        check("dv", artifact, &expected);
    }
}

#[test]
fn preparatory_works_and_regulations() {
    check(
        "forarbete",
        json!({"uri": "prop/2030/31:7", "doctype": "prop", "type": "x", "identifier": "Prop. 2030/31:7", "title": "En ny fårlag"}),
        &Expected {
            kind: "prop",
            label: "Prop. 2030/31:7",
            title: "En ny fårlag",
            short_id: "Prop. 2030/31:7",
            short_title: "En ny fårlag",
            descriptive: "Prop. 2030/31:7",
            ..Expected::default()
        },
    );
    check(
        "forarbete",
        json!({"uri": "pm/ju/1", "title": ""}),
        &Expected {
            kind: "forarbete",
            label: "pm/ju/1",
            title: "pm/ju/1",
            short_id: "pm/ju/1",
            short_title: "pm/ju/1",
            descriptive: "pm/ju/1",
            ..Expected::default()
        },
    );
    check(
        "foreskrift",
        json!({"uri": "fffs/2030:4", "fs": "fffs", "identifier": "FFFS 2030:4", "metadata": {"title": "Föreskrifter om får"}}),
        &Expected {
            kind: "fffs",
            label: "FFFS 2030:4",
            title: "Föreskrifter om får",
            short_id: "FFFS 2030:4",
            short_title: "Föreskrifter om får",
            descriptive: "FFFS 2030:4",
            ..Expected::default()
        },
    );
    check(
        "foreskrift",
        json!({"uri": "fffs/2030:5", "identifier": "FFFS 2030:5"}),
        &Expected {
            kind: "fffs",
            label: "FFFS 2030:5",
            title: "FFFS 2030:5",
            short_id: "FFFS 2030:5",
            descriptive: "FFFS 2030:5",
            ..Expected::default()
        },
    );
}

#[test]
fn decisions_positions_and_guidance() {
    check(
        "avg",
        json!({"uri": "avg/jo/12-2031", "org": "jo", "identifier": "JO dnr 12-2031",
            "metadata": {"title": "Kritik. Mot en nämnd", "officialReport": "JO 2031/32 s. 5"}}),
        &Expected {
            kind: "jo",
            label: "JO dnr 12-2031",
            title: "Kritik. Mot en nämnd",
            short_id: "JO dnr 12-2031",
            short_title: "Kritik. Mot en nämnd",
            descriptive: "JO 2031/32 s. 5",
            ..Expected::default()
        },
    );
    check(
        "avg",
        json!({"uri": "avg/arn/2031-1", "org": "arn", "identifier": "ARN 2031-1", "metadata": {"title": "Om får. Också getter."}}),
        &Expected {
            kind: "arn",
            label: "ARN 2031-1",
            title: "Om får. Också getter.",
            short_id: "ARN 2031-1",
            short_title: "Om får.",
            descriptive: "ARN 2031-1",
            ..Expected::default()
        },
    );
    check(
        "rs",
        json!({"uri": "rs/fk/2030:02", "org": "fk", "identifier": "FKRS 2030:02", "designation": "2030:02",
            "metadata": {"title": "Om fårpenning", "status": "upphävt"}}),
        &Expected {
            kind: "fk",
            label: "FKRS 2030:02",
            title: "Om fårpenning",
            short_id: "FKRS 2030:02",
            short_title: "Om fårpenning",
            descriptive: "2030:02 (upphävt)",
            ..Expected::default()
        },
    );
    check(
        "edpb",
        json!({"uri": "edpb/riktlinjer/05-2030", "serie": "riktlinjer", "identifier": "Riktlinjer 05/2030", "metadata": {"title": "Om får", "sprak": "en"}}),
        &Expected {
            kind: "riktlinjer",
            label: "Riktlinjer 05/2030",
            title: "Om får",
            short_id: "Riktlinjer 05/2030",
            short_title: "Om får",
            descriptive: "Riktlinjer 05/2030 (engelsk version)",
            ..Expected::default()
        },
    );
}

#[test]
fn pages_of_our_own() {
    check(
        "begrepp",
        json!({"uri": "begrepp/Stor_vall"}),
        &Expected {
            kind: "begrepp",
            label: "Stor vall",
            title: "Stor vall",
            short_id: "Stor vall",
            short_title: "Stor vall",
            descriptive: "Stor vall",
            ..Expected::default()
        },
    );
    for (author, title) in [(json!("N. N."), "N. N."), (Value::Null, "Kommentar")] {
        check(
            "kommentar",
            json!({"uri": "kommentar/1931:47", "author": author}),
            &Expected {
                kind: "kommentar",
                label: "Kommentar",
                title,
                short_id: "Kommentar",
                descriptive: "Kommentar",
                ..Expected::default()
            },
        );
    }
}

#[test]
fn eu_law() {
    check(
        "eurlex",
        json!({"uri": "celex/32031R0077", "celex": "32031R0077", "doctype": "regulation", "title": "Förordning om getter",
            "label": "(EU) 2031/77 Getförordningen", "shortname": "Getförordningen", "abbr": "GETF"}),
        &Expected {
            kind: "regulation",
            label: "32031R0077",
            title: "Förordning om getter",
            display: "Getförordningen (GETF)",
            short_id: "(EU) 2031/77",
            short_title: "Getförordningen (GETF)",
            descriptive: "(EU) 2031/77 Getförordningen (GETF)",
            abbr: "GETF",
        },
    );
    check(
        "eurlex",
        json!({"uri": "celex/31999L0002", "doctype": "directive", "label": "99/2/EG Om getter", "title": "Direktiv 99/2/EG"}),
        &Expected {
            kind: "directive",
            label: "31999L0002",
            title: "Direktiv 99/2/EG",
            short_id: "31999L0002",
            descriptive: "99/2/EG Om getter",
            ..Expected::default()
        },
    );
    check(
        "eurlex",
        json!({"uri": "celex/62031CJ0012", "celex": "62031CJ0012", "doctype": "judgment", "title": "Domstolens dom",
            "label": "C-12/31 (Getfallet)"}),
        &Expected {
            kind: "judgment",
            label: "62031CJ0012",
            title: "C-12/31 (Getfallet)",
            short_id: "C-12/31",
            descriptive: "C-12/31 (Getfallet)",
            ..Expected::default()
        },
    );
    for (celex, kind, title, number, descriptive) in [
        ("62031CC0012", "opinion", "Förslag", "C-12/31", "Förslag till avgörande i mål C-12/31"),
        ("62031TO0012", "order", "Beslut", "T-12/31", "Beslut i mål T-12/31"),
    ] {
        check(
            "eurlex",
            json!({"uri": format!("celex/{celex}"), "celex": celex, "doctype": kind, "title": title, "label": title}),
            &Expected { kind, label: celex, title, short_id: number, descriptive, ..Expected::default() },
        );
    }
    // The table of treaties knows the first; its corrections go by the same name.
    let charter = "Europeiska unionens stadga om de grundläggande rättigheterna (2007)";
    for celex in ["12007P/TXT", "12007P/TXT(02)", "12007P/TXTR(01)"] {
        check(
            "eurlex",
            json!({"uri": format!("celex/{celex}"), "celex": celex, "doctype": "treaty", "title": "Charter", "shortname": "stadgan"}),
            &Expected {
                kind: "treaty",
                label: celex,
                title: "Charter",
                display: charter,
                short_title: charter,
                descriptive: charter,
                ..Expected::default()
            },
        );
    }
    check(
        "eurlex",
        json!({"uri": "celex/11111V", "doctype": "treaty"}),
        &Expected {
            kind: "treaty",
            label: "11111V",
            title: "11111V",
            descriptive: "11111V",
            ..Expected::default()
        },
    );
}

#[test]
fn international_law() {
    check(
        "hudoc",
        json!({"uri": "dom/echr/001-7", "itemid": "001-7", "title": "CASE OF DOE v. SWEDEN", "doctype": "decision",
            "ecli": "ECLI:CE:ECHR:2031:1", "metadata": {"applicationNumber": ["1234/25", "2/25"]}}),
        &Expected {
            kind: "decision",
            label: "ECLI:CE:ECHR:2031:1",
            title: "CASE OF DOE v. SWEDEN",
            short_id: "no. 1234/25",
            short_title: "Doe v. Sweden",
            descriptive: "Doe v. Sweden",
            ..Expected::default()
        },
    );
    check(
        "hudoc",
        json!({"uri": "dom/echr/001-8", "itemid": "001-8"}),
        &Expected {
            kind: "case-law",
            label: "001-8",
            title: "001-8",
            short_id: "001-8",
            short_title: "001-8",
            descriptive: "001-8",
            ..Expected::default()
        },
    );
    check(
        "coe",
        json!({"uri": "coe/005", "number": "005", "identifier": "ETS No. 005", "title": "Convention", "doctype": "treaty"}),
        &Expected {
            kind: "treaty",
            label: "ETS No. 005",
            title: "Convention",
            short_id: "ETS No. 005",
            short_title: "Europakonventionen (EKMR)",
            descriptive: "Europakonventionen (EKMR)",
            abbr: "EKMR",
            ..Expected::default()
        },
    );
    check(
        "coe",
        json!({"uri": "coe/999", "number": "999"}),
        &Expected {
            kind: "treaty",
            label: "CETS 999",
            title: "CETS 999",
            short_id: "CETS 999",
            descriptive: "CETS 999",
            ..Expected::default()
        },
    );
    check(
        "icrc",
        json!({"uri": "icrc/375", "number": "375", "identifier": "Convention (III)", "title": "On goats"}),
        &Expected {
            kind: "treaty",
            label: "Convention (III)",
            title: "On goats",
            short_id: "GK III",
            short_title: "Tredje Genèvekonventionen (GK III)",
            descriptive: "tredje Genèvekonventionen (GK III)",
            abbr: "GK III",
            ..Expected::default()
        },
    );
    check(
        "untc",
        json!({"uri": "untc/I-7", "number": "I-7"}),
        &Expected {
            kind: "treaty",
            label: "MTDSG I-7",
            title: "MTDSG I-7",
            short_id: "UNTS I-7",
            descriptive: "UNTS I-7",
            ..Expected::default()
        },
    );
    check(
        "icc",
        json!({"uri": "icc/ICC-01_31-7", "docnumber": "ICC-01/31-7", "title": "The Prosecutor v. Doe", "doctype": "sentence",
            "metadata": {"caseNumber": "ICC-01/31", "documentNumber": "ICC-01/31-7"}}),
        &Expected {
            kind: "sentence",
            label: "ICC-01/31-7",
            title: "The Prosecutor v. Doe",
            short_id: "ICC-01/31",
            short_title: "The Prosecutor v. Doe",
            descriptive: "ICC-01/31-7",
            ..Expected::default()
        },
    );
    check(
        "icj",
        json!({"uri": "icj/070", "doctype": "dom", "identifier": "ICJ 70 (Judgment)", "metadata": {"caseNumber": "70", "caseName": "Goats (A v. B)"}}),
        &Expected {
            kind: "dom",
            label: "ICJ 70 (Judgment)",
            title: "Goats (A v. B)",
            short_id: "ICJ 70",
            short_title: "Goats (A v. B)",
            descriptive: "ICJ 70 (Judgment)",
            ..Expected::default()
        },
    );
}

#[test]
fn a_source_nobody_has_described() {
    check(
        "lawreview",
        json!({"uri": "lawreview/far/2031", "type": "artikel", "title": "Om får"}),
        &Expected {
            kind: "artikel",
            label: "lawreview/far/2031",
            title: "Om får",
            short_id: "lawreview/far/2031",
            descriptive: "lawreview/far/2031",
            ..Expected::default()
        },
    );
}

#[test]
fn a_document_that_says_nothing_still_has_a_name() {
    for source in lagrum_sources::all() {
        let found = describe(source.name, json!({"uri": "x"}));
        for text in [&found.label, &found.title, &found.display, &found.descriptive] {
            assert!(!text.is_empty(), "{} {found:?}", source.name);
        }
        assert!(found.short_id.as_deref() != Some("") && found.date.is_none() && found.snippet.is_none());
    }
}
