//! The provision that a place of an act is in.

use lagrum_artifact::Anchor;
use lagrum_sources::source;

use crate::history::PastOfAct;

/// The uri of the provision that an anchor of an act is in: all places of it have one history.
pub(super) fn provision_uri(act: &PastOfAct<'_>, anchor: &Anchor) -> String {
    let document = act.document();
    let whole = source(&document.source).grammar.whole_provision(anchor);
    format!("{}#{}", document.uri, whole.as_ref().unwrap_or(anchor))
}
