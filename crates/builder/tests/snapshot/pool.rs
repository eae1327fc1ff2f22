//! The documents a random corpus is drawn from, and the words that fill them.
//!
//! The pool is small, so that documents relate to each other: most links find a document, revisions occur with the
//! revised documents, and ids differ in the parts that orders compare. The buckets of each document are written here by
//! hand.

/// A document that may be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub source: &'static str,
    pub local_id: &'static str,
    pub kind: &'static str,
    /// Its printed id; empty for a document that has only its local id.
    pub label: &'static str,
    /// The buckets it is filed in, by key; empty where that depends on its title, or where nothing is filed.
    pub filed: &'static [&'static str],
}

const fn known(
    source: &'static str,
    local_id: &'static str,
    kind: &'static str,
    label: &'static str,
    filed: &'static [&'static str],
) -> Known {
    Known { source, local_id, kind, label, filed }
}

pub const POOL: [Known; 53] = [
    known("sfs", "1931:47", "", "", &[]),
    known("sfs", "1974:152", "", "", &[]),
    known("sfs", "1998:204", "", "", &[]),
    known("sfs", "2030:1", "", "", &[]),
    known("sfs", "2030:10", "", "", &[]),
    known("sfs", "2030:9", "", "", &[]),
    known("dv", "dom/HDO_B_10868_25", "case", "HDO B 10868-25", &["nja", "2025"]),
    known("dv", "dom/hd/T_1-31/2031-02-03", "case", "HDO T 1-31", &["nja", "2031"]),
    known("dv", "dom/nja/2022/not/8", "case", "NJA 2022 not 8", &["nja", "2022"]),
    known("dv", "dom/nja/2031s12", "case", "Bojen (NJA 2031 s. 12)", &["nja", "2031"]),
    known("dv", "dom/nja/2031s5", "case", "Fårfallet (NJA 2031 s. 5)", &["nja", "2031"]),
    known("dv", "dom/ra/1999:3", "case", "RÅ 1999 ref. 3", &["hfd", "1999"]),
    known("dv", "dom/tr/x", "case", "utan år", &["övriga", "okänt"]),
    known("forarbete", "Prop/2030/31:8", "prop", "Prop. 2030/31:8", &["Prop", "2030"]),
    known("forarbete", "bet/2030/31:CU3", "bet", "Bet. 2030/31:CU3", &["bet", "2030"]),
    known("forarbete", "ds/2030:1", "ds", "Ds 2030:1", &["ds", "2030"]),
    known("forarbete", "lr/x", "lr", "", &["lr", "okänt"]),
    known("forarbete", "pm/Ju2031/01595", "pm", "", &["pm", "2031"]),
    known("forarbete", "prop/1999/2000:2", "prop", "Prop. 1999/2000:2", &["prop", "1999"]),
    known("forarbete", "prop/2030/31:10", "prop", "Prop. 2030/31:10", &["prop", "2030"]),
    known("forarbete", "prop/2030/31:9", "prop", "Prop. 2030/31:9", &["prop", "2030"]),
    known("forarbete", "sou/2030:77", "sou", "SOU 2030:77", &["sou", "2030"]),
    known("foreskrift", "aafs/2030:1", "aafs", "ÅFS 2030:1", &["AAFS", "2030"]),
    known("foreskrift", "difs/2018:2", "difs", "DIFS 2018:2", &["IMYFS", "2018"]),
    known("foreskrift", "fffs/2030:4", "fffs", "FFFS 2030:4", &["FFFS", "2030"]),
    known("foreskrift", "fffs/2030:4/grund", "fffs", "FFFS 2030:4", &["FFFS", "2030"]),
    known("foreskrift", "fffs/2030:5", "fffs", "FFFS 2030:5", &["FFFS", "2030"]),
    known("foreskrift", "fffs/2031:1", "fffs", "", &["FFFS", "2031"]),
    known("foreskrift", "fffs/2031:10", "fffs", "FFFS 2031:10", &["FFFS", "2031"]),
    known("foreskrift", "fffs/2031:10/grund", "fffs", "FFFS 2031:10", &["FFFS", "2031"]),
    known("foreskrift", "imyfs/2021:1", "imyfs", "IMYFS 2021:1", &["IMYFS", "2021"]),
    known("foreskrift", "nfs/2030:1", "nfs", "NFS 2030:1", &["NFS", "2030"]),
    known("eurlex", "celex/32030L0012", "directive", "", &["directive", "2030"]),
    known("eurlex", "celex/32031D0001", "decision", "", &["decision", "2031"]),
    known("eurlex", "celex/32031R0077", "regulation", "", &["regulation", "2031"]),
    known("eurlex", "celex/32031R0077R(01)", "regulation", "", &["regulation", "2031"]),
    known("eurlex", "celex/32031R0078", "regulation", "", &["regulation", "2031"]),
    known("eurlex", "celex/32031R0078(01)", "regulation", "", &["regulation", "2031"]),
    known("eurlex", "celex/32031R0078(10)", "regulation", "", &["regulation", "2031"]),
    known("eurlex", "celex/32031R0078(9)", "regulation", "", &["regulation", "2031"]),
    known("eurlex", "celex/62031CC0012", "opinion", "", &["opinion", "2031"]),
    known("eurlex", "celex/62031CC0013", "opinion", "", &["opinion", "2031"]),
    known("eurlex", "celex/62031CJ0012", "judgment", "C-12/31", &["judgment", "2031"]),
    known("eurlex", "celex/62031CO0014", "order", "", &["judgment", "2031"]),
    known("begrepp", "begrepp/Lag_(gammal)", "", "", &[]),
    known("begrepp", "begrepp/Stor_vall", "", "", &[]),
    known("begrepp", "begrepp/Vallar", "", "", &[]),
    known("begrepp", "begrepp/gärdsgård", "", "", &[]),
    known("begrepp", "begrepp/Åker", "", "", &[]),
    known("kommentar", "kommentar/1931:47", "", "", &[]),
    known("kommentar", "kommentar/2030:1", "", "", &[]),
    known("lawreview", "lawreview/jt/2030-1", "", "JT 2030 s. 1", &[]),
    known("lawreview", "lawreview/x", "artikel", "", &[]),
];

/// Targets of links that no corpus of these tests holds, without the base; a full address is used as it is.
pub const ELSEWHERE: [&str; 22] = [
    "1890:2",
    "dom/nja/1999s1",
    "celex/31999L0001",
    "http://annan.example/1931:47",
    "https://lag.example.annan.example/x",
    "begrepp/",
    "begrepp/2-vall",
    "begrepp/Gärde",
    "begrepp/Gärdet",
    "begrepp/Gärdsgårdar",
    "begrepp/Hage",
    "begrepp/Hagen",
    "begrepp/Hagens",
    "begrepp/Herde/x",
    "begrepp/Stor vall",
    "begrepp/Stor_vallen",
    "begrepp/V",
    "begrepp/Vall",
    "begrepp/Vallen",
    "begrepp/hage",
    "begrepp/Åkern",
    "begrepp/Östergård",
];

/// Titles and their sort keys.
pub const TITLES: [(&str, &str); 12] = [
    ("Fårlag (1931:47)", "Fårlag (1931:47)"),
    ("Lag (1931:47) om får", "får"),
    ("Förordning (2030:9) om 10 getter", "10 getter"),
    ("Förordning (2030:9) om 9 getter", "9 getter"),
    ("Kungörelse (1974:152) om Åkrar", "Åkrar"),
    ("Lag (1998:204) med ängar", "ängar"),
    ("Lag (2030:1)", ""),
    ("Zebraförordning (2030:10)", "Zebraförordning (2030:10)"),
    ("zebror", "zebror"),
    ("ödlor", "ödlor"),
    ("Om Får", "Får"),
    ("Lag (gammal)", "(gammal)"),
];

/// Cited and citing anchors. Some lie inside others, and some only begin as if they did.
pub const ANCHORS: [&str; 13] =
    ["P1", "P1S1", "P1S2", "P1S10", "P10", "P1a", "P1-2", "P1.2", "P1.2.a", "K1P1", "sid3", "L2003:466", "Ö"];

pub const PREDICATES: [&str; 5] =
    ["dcterms:references", "dcterms:subject", "rpubl:andrar", "rpubl:upphaver", "z:annat"];

pub const DATES: [&str; 4] = ["1931", "2030-12-31", "2031-01-01", "2031-02-03"];

/// Days on which documents end: long ago, or in the far future.
pub const ENDS: [&str; 5] = ["1999-01-01", "0001-01-01", "2899-12-31", "2900-01-01", "2950-01-01"];

pub const KEYWORDS: [&str; 6] = ["Vall", "vallar", " hagen ", "stor vall", "Åker", "2-vall"];
