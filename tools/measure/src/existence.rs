//! Which provisions of held acts are reported as impossible: every anchor of every act, none of which may be, and invented
//! provisions, all of which must be.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use lagrum_answers::{HeldActs, PlaceStatus, cited_place};
use lagrum_artifact::Anchor;
use lagrum_catalog::{CatalogHoldings, DocumentFilter, DocumentOrder, RowRange};
use lagrum_citation::CitedLocation;
use lagrum_snapshot::{Snapshots, today};
use lagrum_sources::ActForm;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Acts read at a time.
const PAGE: u64 = 1_000;

/// The snapshot, and how much is invented.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A data folder with a published snapshot.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// Provisions to invent, spread over all acts.
    #[arg(long, default_value_t = 1_000, value_name = "NUMBER")]
    invented: usize,
}

/// The results.
#[derive(Debug, Default)]
pub(crate) struct Report {
    acts: u64,
    anchors: u64,
    invented: u64,
    /// Anchors of held acts that are reported as impossible.
    denied: Vec<String>,
    /// Invented provisions that are not reported as impossible.
    believed: Vec<String>,
    time: Duration,
}

/// Looks up all anchors, and invented ones.
pub(crate) fn run(options: &Options) -> Result<Report, Failure> {
    let snapshot = Snapshots::new(&options.data)
        .open_current()?
        .ok_or("no snapshot is published in the data folder: build one first")?;
    let base = snapshot.manifest().base.clone();
    let sources = lagrum_sources::all().iter().filter(|source| source.act_form == Some(ActForm::SwedishAct));
    let mut report = Report::default();
    let start = Instant::now();
    for source in sources {
        for offset in (0..).step_by(PAGE as usize) {
            let uris = snapshot.catalog().with(|catalog| {
                let filter = DocumentFilter { source: Some(source.name), kind: None, hidden_on: None };
                let rows = catalog.documents(filter, DocumentOrder::Uri, RowRange { limit: PAGE, offset })?;
                Ok(rows.into_iter().map(|row| row.uri).collect::<Vec<_>>())
            })?;
            for uri in &uris {
                let local_id = base.strip(uri).unwrap_or(uri);
                snapshot.catalog().with(|catalog| {
                    let holdings = CatalogHoldings::new(catalog, &base);
                    let acts = HeldActs::new(catalog, snapshot.manifest());
                    report.look_up(&holdings, &acts, local_id, options.invented);
                    Ok(())
                })?;
            }
            if (uris.len() as u64) < PAGE {
                break;
            }
        }
    }
    report.time = start.elapsed();
    Ok(report)
}

impl Report {
    fn look_up(
        &mut self,
        holdings: &CatalogHoldings<'_>,
        acts: &HeldActs<'_>,
        local_id: &str,
        invented: usize,
    ) {
        let Some(anchors) = holdings.anchors(local_id) else { return };
        self.acts += 1;
        let is_impossible = |anchor: &Anchor| {
            let target = CitedLocation { document: local_id.to_owned(), anchor: Some(anchor.clone()) };
            cited_place(holdings, acts, &target, today()).state.status == PlaceStatus::Impossible
        };
        let mut held = BTreeSet::new();
        for anchor in anchors.iter() {
            self.anchors += 1;
            held.insert(anchor.as_str());
            if is_impossible(anchor) {
                self.denied.push(format!("{local_id}#{anchor}"));
            }
        }
        if (self.invented as usize) < invented
            && let Some(made_up) = invent(&held, self.acts)
        {
            self.invented += 1;
            if !is_impossible(&made_up) {
                self.believed.push(format!("{local_id}#{made_up}"));
            }
        }
    }
}

/// A provision that no anchor names: another number in a place that has provisions.
fn invent(held: &BTreeSet<&str>, turn: u64) -> Option<Anchor> {
    // An act whose only paragrafer are in its appendices proves nothing.
    let paragraf = held.iter().find(|anchor| anchor.contains('P') && !anchor.starts_with('B'))?;
    let (before, _) = paragraf.split_once('P')?;
    let kapitel = if before.is_empty() { "" } else { "K1" };
    let number = 7 + turn % 190;
    let candidates = [
        format!("{kapitel}P{number}"),
        format!("{kapitel}P{number}S1"),
        format!("{kapitel}P{number}x"),
        format!("K{number}P1"),
        format!("{kapitel}P{}", number + 900),
    ];
    let unheld = |text: &&String| {
        let provision = text.trim_end_matches("S1");
        let paragraf = provision.rsplit('P').next().unwrap_or_default();
        let same = |anchor: &&str| {
            anchor.rsplit('P').next().unwrap_or_default().split(['S', 'N', 'O']).next() == Some(paragraf)
        };
        !held.iter().any(same)
    };
    let turned = candidates.iter().cycle().skip(turn as usize % candidates.len()).take(candidates.len());
    turned.filter(unheld).find_map(|text| Anchor::new(text))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} acts, {} anchors, {:.1} s", self.acts, self.anchors, self.time.as_secs_f64())?;
        writeln!(f, "called impossible and held: {}", self.denied.len())?;
        for uri in self.denied.iter().take(40) {
            writeln!(f, "  {uri}")?;
        }
        writeln!(f, "invented: {}, not called impossible: {}", self.invented, self.believed.len())?;
        for uri in self.believed.iter().take(40) {
            writeln!(f, "  {uri}")?;
        }
        Ok(())
    }
}
