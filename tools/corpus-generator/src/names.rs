//! The names of the documents of each source: local id, printed identifier, year.
//!
//! A name is computed from the document's rank alone, for any rank. The ranks beyond those that the corpus holds name documents
//! that it lacks; citations of documents that are not held use these.

use crate::plan::Plan;
use crate::profile::Source;
use crate::random::{Purpose, Random};

/// The names of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// The uri without the base.
    pub(crate) local_id: String,
    /// As a citation prints it; for most sources that is the artifact's `identifier`.
    pub(crate) printed: String,
    /// The year it belongs to; 0 if the source has no years.
    pub(crate) year: usize,
    /// The kind of document within the source: a court, a series, a type.
    pub(crate) kind: &'static str,
}

/// An agency's series of regulations: first part of the uri, printed designation, who issues it.
pub(crate) const SERIES: [(&str, &str, &str); 12] = [
    ("afs", "AFS", "Arbetsmiljöverket"),
    ("bfs", "BFS", "Boverket"),
    ("elsakfs", "ELSÄK-FS", "Elsäkerhetsverket"),
    ("fffs", "FFFS", "Finansinspektionen"),
    ("hslffs", "HSLF-FS", "Socialstyrelsen"),
    ("kifs", "KIFS", "Kemikalieinspektionen"),
    ("livsfs", "LIVSFS", "Livsmedelsverket"),
    ("msbfs", "MSBFS", "Myndigheten för samhällsskydd och beredskap"),
    ("nfs", "NFS", "Naturvårdsverket"),
    ("sjvfs", "SJVFS", "Jordbruksverket"),
    ("ssmfs", "SSMFS", "Strålsäkerhetsmyndigheten"),
    ("tsfs", "TSFS", "Transportstyrelsen"),
];

/// The years 1930 to 2025: each gets one document before any gets two, in an order far from that of rank.
fn year_and_serial(rank: usize) -> (usize, usize) {
    years(rank, 1930, 96, 55)
}

fn years(rank: usize, first: usize, count: usize, stride: usize) -> (usize, usize) {
    (first + rank * stride % count, rank / count + 1)
}

/// The parliamentary session that began in a year: `1999/2000`, `2025/26`.
fn session(year: usize) -> String {
    if year == 1999 { "1999/2000".into() } else { format!("{year}/{:02}", (year + 1) % 100) }
}

impl Plan {
    /// The name of the document of this rank.
    pub(crate) fn name(&self, source: Source, rank: usize) -> Name {
        let mut random = self.random(Purpose::Name, source, rank);
        let (year, serial) = year_and_serial(rank);
        let (local_id, printed, year, kind) = match source {
            Source::Sfs => {
                // Statutes have even numbers here and amending acts odd ones, so that no number is both.
                let id = format!("{year}:{}", serial * 10 + 2 * random.below(5));
                (id.clone(), format!("lagen ({id})"), year, "sfs")
            }
            Source::Dv => case(rank, &mut random),
            Source::Forarbete => preparatory(rank, &mut random),
            Source::Foreskrift => {
                let (year, serial) = years(rank / SERIES.len(), 1980, 46, 27);
                let (slug, designation, _) = SERIES[rank % SERIES.len()];
                (format!("{slug}/{year}:{serial}"), format!("{designation} {year}:{serial}"), year, slug)
            }
            Source::Avg => {
                let (year, serial) = years(rank / 5, 1985, 41, 17);
                let (number, kind) = match rank % 5 {
                    0 | 1 => (format!("{}-{year}", serial * 9 + rank % 5), "jo"),
                    2 => (format!("{year}/{}", serial * 7), "jk"),
                    3 => (format!("{year}-{:05}", serial * 3), "arn"),
                    _ => (format!("{serial}/{year}"), "kkv"),
                };
                let printed = match kind {
                    "jo" => format!("JO dnr {number}"),
                    "jk" => format!("JK {number}"),
                    "arn" => format!("ARN {number}"),
                    _ => format!("KKV dnr {number}"),
                };
                (format!("avg/{kind}/{number}"), printed, year, kind)
            }
            Source::Rs => {
                let (year, serial) = years(rank / 4, 2004, 22, 9);
                match rank % 4 {
                    0 | 1 => {
                        let number = format!("131-{}{}-{:02}-111", serial, rank % 4, year % 100);
                        let printed = format!("Skatteverkets ställningstagande dnr {number}");
                        (format!("rs/skv/{number}"), printed, year, "skv")
                    }
                    2 => {
                        (format!("rs/fk/{year}:{serial:02}"), format!("FKRS {year}:{serial:02}"), year, "fk")
                    }
                    _ => {
                        let number = format!("RS-{serial:03}-{year}");
                        (format!("rs/migr/{number}"), number, year, "migr")
                    }
                }
            }
            Source::Edpb => {
                let (year, serial) = years(rank / 2, 2018, 8, 3);
                let kind = if rank.is_multiple_of(2) { "riktlinjer" } else { "rekommendationer" };
                let word = if rank.is_multiple_of(2) { "Riktlinjer" } else { "Rekommendation" };
                (format!("edpb/{kind}/{serial:02}-{year}"), format!("{word} {serial:02}/{year}"), year, kind)
            }
            Source::Begrepp => {
                let title = self.concept(rank).to_owned();
                (format!("begrepp/{}", title.replace(' ', "_")), title, 0, "begrepp")
            }
            Source::Kommentar => {
                let host = self.name(Source::Sfs, rank).local_id;
                (format!("kommentar/{host}"), "Kommentar".into(), 0, "kommentar")
            }
            Source::Eurlex => european(rank),
            Source::Hudoc => {
                let item = format!("001-{}", 57_000 + rank * 7);
                let year = 1975 + rank * 29 % 51;
                let application = format!("no. {}/{:02}", 1_000 + rank * 3, (year - 4) % 100);
                (format!("dom/echr/{item}"), application, year, "judgment")
            }
            Source::Coe => {
                // The convention on human rights is number 5, and the most cited.
                let number = [5, 1, 2, 3, 4].get(rank).copied().unwrap_or(rank + 1);
                let kind = if rank % 3 == 1 { "protocol" } else { "treaty" };
                (format!("coe/{number:03}"), format!("ETS No. {number:03}"), 1949 + rank * 7 % 72, kind)
            }
            Source::Icrc => {
                (format!("icrc/{}", 105 + rank * 5), format!("Convention {}", rank + 1), year, "treaty")
            }
            Source::Untc => {
                let number = format!("I-{}", 1_021 + rank * 13);
                (format!("untc/{number}"), format!("UNTS {number}"), 1946 + rank * 7 % 75, "treaty")
            }
            Source::Icc => {
                let number = format!("ICC-01_{:02}-01_{:02}-{}", rank % 20, rank % 7, 100 + rank);
                (format!("icc/{number}"), number.replace('_', "/"), 2004 + rank % 21, "judgment")
            }
            Source::Icj => {
                let year = 1947 + rank * 7 % 78;
                let date = format!("{year}{:02}{:02}", random.between(1, 12), random.between(1, 28));
                let printed = format!("ICJ {} (Judgment, {year})", rank + 1);
                (format!("icj/{:03}-{date}-JUD-01-00", rank + 1), printed, year, "dom")
            }
        };
        Name { local_id, printed, year, kind }
    }
}

type Parts = (String, String, usize, &'static str);

fn case(rank: usize, random: &mut Random) -> Parts {
    // Three in ten are in the supreme court's yearbook by page; the rest are numbered within a court and a year.
    let court = rank % 10;
    if court < 3 {
        let (year, serial) = years(rank / 10 * 3 + court, 1931, 95, 33);
        let page = serial * 5 + random.below(5);
        return (format!("dom/nja/{year}s{page}"), format!("NJA {year} s. {page}"), year, "HDO");
    }
    let (year, serial) = years(rank / 10, 1971, 55, 23);
    match court {
        3 => (format!("dom/nja/{year}/not/{serial}"), format!("NJA {year} not {serial}"), year, "HDO"),
        4 if year < 2011 => {
            (format!("dom/ra/{year}:{serial}"), format!("RÅ {year} ref. {serial}"), year, "REGR")
        }
        4 => (format!("dom/hfd/{year}:{serial}"), format!("HFD {year} ref. {serial}"), year, "HFD"),
        5 => (format!("dom/ad/{year}:{serial}"), format!("AD {year} nr {serial}"), year, "ADO"),
        6 => (format!("dom/rh/{year}:{serial}"), format!("RH {year}:{serial}"), year, "HSV"),
        7 => (format!("dom/mod/{year}:{serial}"), format!("MÖD {year}:{serial}"), year, "MMOD"),
        8 => (format!("dom/mig/{year}:{serial}"), format!("MIG {year}:{serial}"), year, "MIOD"),
        _ => {
            let number = format!("T{}-{:02}", 100 + serial, year % 100);
            let date = format!("{}-{:02}-{:02}", year + 1, random.between(1, 12), random.between(1, 28));
            (format!("dom/hd/{number}/{date}"), format!("Högsta domstolen {number}"), year + 1, "HDO")
        }
    }
}

fn preparatory(rank: usize, random: &mut Random) -> Parts {
    const COMMITTEES: [&str; 6] = ["KU", "FiU", "JuU", "SoU", "CU", "SkU"];
    let slot = rank % 20;
    let of_type = |first: usize, width: usize| rank / 20 * width + slot - first;
    match slot {
        0..=6 => {
            let (year, serial) = years(of_type(0, 7), 1971, 55, 23);
            let number = format!("{}:{serial}", session(year));
            (format!("prop/{number}"), format!("Prop. {number}"), year, "prop")
        }
        7..=9 => {
            let (year, serial) = years(of_type(7, 3), 1971, 55, 23);
            let number = format!("{}:{}{serial}", session(year), random.pick(&COMMITTEES));
            (format!("bet/{number}"), format!("Bet. {number}"), year, "bet")
        }
        10..=12 => numbered("sou", "SOU", of_type(10, 3), 1922),
        13 => numbered("ds", "Ds", of_type(13, 1), 1961),
        14 | 15 => numbered("dir", "Dir.", of_type(14, 2), 1987),
        16 => {
            let (year, serial) = years(of_type(16, 1), 1971, 55, 23);
            let number = format!("{}:{serial}", session(year));
            (format!("rskr/{number}"), format!("Rskr. {number}"), year, "rskr")
        }
        17 => {
            let (year, serial) = years(of_type(17, 1), 1971, 55, 23);
            let number = format!("{}:{serial}", session(year));
            (format!("skr/{number}"), format!("Skr. {number}"), year, "skr")
        }
        18 => numbered("fm", "Fm", of_type(18, 1), 1990),
        _ => numbered("so", "SÖ", of_type(19, 1), 1912),
    }
}

fn numbered(kind: &'static str, printed: &str, rank: usize, since: usize) -> Parts {
    let (year, serial) = years(rank, since, 2026 - since, 1);
    (format!("{kind}/{year}:{serial}"), format!("{printed} {year}:{serial}"), year, kind)
}

fn european(rank: usize) -> Parts {
    const TREATIES: [(&str, &str); 3] =
        [("12016E/TXT", "EUF-fördraget"), ("12016M/TXT", "EU-fördraget"), ("12016P/TXT", "EU-stadgan")];
    if let Some((celex, printed)) = TREATIES.get(rank) {
        return (format!("celex/{celex}"), (*printed).into(), 2016, "treaty");
    }
    let slot = rank % 10;
    let (year, serial) = years(rank / 10, 1972, 54, 25);
    let short = year % 100;
    let (sector, letter, number, printed, kind) = match slot {
        0 | 1 => (3, "R", serial * 2 + slot, "förordning (EU)", "regulation"),
        2 => (3, "L", serial, "direktiv (EU)", "directive"),
        3 | 4 => (3, "D", serial * 2 + slot, "beslut (EU)", "decision"),
        5..=8 => (6, if slot < 8 { "CJ" } else { "TJ" }, serial * 4 + slot - 5, "", "judgment"),
        _ => (6, "CC", serial * 4, "", "opinion"),
    };
    let celex = format!("{sector}{year}{letter}{number:04}");
    let printed = match sector {
        3 => format!("{printed} {year}/{number}"),
        _ => format!("{}-{number}/{short:02}", &letter[..1]),
    };
    (format!("celex/{celex}"), printed, year, kind)
}
