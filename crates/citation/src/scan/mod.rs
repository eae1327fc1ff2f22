//! The scanner: finds the citations in a running text, each with its words and its target.
//!
//! A text is read once from the beginning, in time linear in its length. At each word the forms are tried in a fixed
//! order; an expression is read to its end, and reading goes on after it, so that links never overlap. Later citations may refer to
//! what the text has named before (`samma lag`, `a. prop.`, an abbreviation that it defines), so one [`Scanner`]
//! reads the nodes of one document in order. Names, numbers and the spelling of targets are those of the resolver.
//!
//! | module | reads |
//! |---|---|
//! | `law`, `statutes` | provisions with the law beside them, regulations |
//! | `numbered_act`, `european` | EU acts and treaties |
//! | `works`, `cases`, `agencies` | preparatory works; courts; decisions and guidance of agencies |
//! | `identifiers` | addresses, ECLI, numbers of treaties and of records of international courts |
//! | `english` | provisions of Swedish acts in English words |
//! | `markup`, `text`, `state`, `dated` | characters without markup; the clean text and its offsets; what was named; names by day |
//! | `notes` | the marks of notes, and the acts that were named at them |
//! | `pass`, `suspects` | the walk over a text; passages that look like citations and were not read |

mod agencies;
mod cases;
mod dated;
mod english;
mod european;
mod identifiers;
mod law;
mod markup;
mod notes;
mod numbered_act;
mod pass;
mod provisions;
mod regulations;
mod settings;
mod state;
mod statutes;
mod suspects;
mod text;
mod works;

use std::ops::Range;

use crate::following::FollowingUnits;
use crate::names::CitationNames;
use crate::target::CitedLocation;
pub use dated::{FormerAct, act_named_before, acts_abbreviated_alike};
pub use markup::HtmlEntity;
use pass::Pass;
pub use settings::{ScanContext, ScanSettings, ScanType, ScanTypes};
use state::ScanState;
use text::ScanText;

/// A citation in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScannedLink {
    /// The bytes of the text that cite.
    pub range: Range<usize>,
    /// The cited locations. There are several for a name or an abbreviation of several documents, and none for a citation that has no uri
    /// (a range of report pages, an ECLI that no held document has).
    pub targets: Vec<CitedLocation>,
    /// Whether the document is a guess, the one that the text named last: neither the citation nor the context names a document.
    pub inferred: bool,
    /// Further locations to try if the targets do not have the provision, the most likely first: in the kapitel of the list before
    /// it or the kapitel named last, then in the act of the list that its line is an item of.
    pub otherwise: Vec<CitedLocation>,
    /// Whether the citation names no law and no kapitel, is relative to the location of its own text, and the context does not state the
    /// kapitel: `2 §` in an act that numbers its paragrafer anew in each kapitel, `första stycket`.
    pub counts_from_here: bool,
    /// Acts that had the name before, if the text has no day by which one of them could be chosen.
    pub formerly: Vec<FormerAct>,
    /// The bytes of a name beside the citation that is a name of other documents and not of the cited one.
    pub misnamed: Option<Range<usize>>,
    /// Whether those that follow the cited location are cited with it: `28 f. §§`, `s. 45 ff.`
    pub following: Option<FollowingUnits>,
}

/// What a scan of a text found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScannedText {
    /// Citations in reading order; they do not overlap.
    pub links: Vec<ScannedLink>,
    /// Citations whose document neither the text nor its context names: `3 §` without a law.
    pub relative: Vec<Range<usize>>,
    /// Passages that look like citations and could not be read: a provision of an unknown law, a paragraph sign or a case number without
    /// a reading.
    pub not_understood: Vec<Range<usize>>,
}

/// Reads the nodes of one document in order.
#[derive(Debug)]
pub struct Scanner<'n> {
    names: &'n CitationNames,
    settings: ScanSettings,
    state: ScanState,
}

impl<'n> Scanner<'n> {
    /// A scanner for one document.
    pub fn new(names: &'n CitationNames, settings: ScanSettings) -> Self {
        Self { names, settings, state: ScanState::default() }
    }

    /// Forgets the names and abbreviations that the document has defined.
    pub fn forget_names(&mut self) {
        self.state.forget_names();
    }

    /// Finds the citations in the text of a node. Fails only when the work is cancelled.
    pub fn scan(
        &mut self,
        text: &str,
        context: &ScanContext,
    ) -> Result<ScannedText, lagrum_cancel::Cancelled> {
        let clean = ScanText::new(text);
        self.state.begin_node();
        let mut pass = Pass {
            names: self.names,
            settings: &self.settings,
            state: &mut self.state,
            context,
            text: &clean,
            found: Vec::new(),
            unmarked_until: 0,
            colons_until: 0,
            unread: Vec::new(),
        };
        pass.run()?;
        pass.add_parties();
        let suspects = if self.settings.links_only { Vec::new() } else { pass.suspects() };
        let mut links: Vec<ScannedLink> = Vec::with_capacity(pass.found.len());
        let mut relative = Vec::new();
        for found in std::mem::take(&mut pass.found) {
            let range = clean.original(found.start, found.end);
            if found.relative {
                relative.push(range);
                continue;
            }
            match links.last_mut() {
                // One name of several documents gives one link with several targets.
                Some(last) if last.range == range => last.targets.extend(found.targets),
                _ => links.push(ScannedLink {
                    range,
                    targets: found.targets,
                    inferred: found.inferred,
                    otherwise: found.otherwise,
                    counts_from_here: found.counts_from_here,
                    formerly: found.formerly,
                    misnamed: found.misnamed.map(|name| clean.original(name.start, name.end)),
                    following: found.following,
                }),
            }
        }
        let not_understood = suspects.into_iter().map(|(start, end)| clean.original(start, end)).collect();
        Ok(ScannedText { links, relative, not_understood })
    }
}
