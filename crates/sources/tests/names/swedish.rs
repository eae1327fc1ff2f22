//! Swedish sources and pages of our own.

use serde_json::{Value, json};

use crate::{Expected, check};

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
