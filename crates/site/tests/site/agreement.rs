//! The margin of a page, the list of citing documents and the context of a PDF name the same decisions for a provision.

use std::collections::BTreeSet;

use lagrum_answers::{
    CitingQuestion, InboundOrder, ManuscriptQuestion, beside, citing, context_kinds, manuscript,
};
use lagrum_artifact::Anchor;
use lagrum_render::manuscript::Layout;

use crate::documents::{path, uris};
use crate::served::{TODAY, get, snapshot};

const DECISIONS: &str = "Rättsfall";

#[tokio::test]
async fn decisions_are_the_same_in_the_margin_the_list_and_the_pdf() {
    let snapshot = snapshot();
    let (mut places, mut shown) = (0, 0);
    for uri in uris() {
        let notes = beside(&snapshot, &uri).unwrap().notes;
        let question = ManuscriptQuestion {
            path: uri.strip_prefix(lagrum_demo::BASE).unwrap().to_owned(),
            layout: Layout { contents: false, amendments: false, columns: 1 },
            context: context_kinds("dv").unwrap(),
            as_of: None,
            today: TODAY,
        };
        let context = manuscript(&snapshot, question).unwrap().manuscript.context;
        let page = get(&path(&uri)).await.body;
        for note in notes {
            let place = Anchor::new(&note.anchor).unwrap();
            let of_margin = note.groups.iter().find(|group| group.group == DECISIONS);
            let of_margin = of_margin.map_or(0, |group| group.documents);
            let question = CitingQuestion {
                uri: format!("{uri}#{}", note.anchor),
                source: None,
                groups: Some(DECISIONS.to_owned()),
                year: None,
                order: InboundOrder::Rail,
                limit: 100,
                offset: 0,
                earlier_offset: 0,
                context: false,
            };
            let list = citing(&snapshot, question).unwrap();
            assert_eq!(list.total, of_margin, "{uri}#{}", note.anchor);
            let listed: BTreeSet<&str> =
                list.documents.iter().map(|document| document.uri.as_str()).collect();
            let within = context.iter().filter(|context| {
                let anchor = context.anchor.as_deref().and_then(Anchor::new);
                anchor.is_some_and(|anchor| anchor.is_within(&place))
            });
            let references = within.flat_map(|context| &context.groups).flat_map(|group| &group.references);
            let printed: BTreeSet<&str> =
                references.map(|reference| reference.uri.split('#').next().unwrap_or_default()).collect();
            assert_eq!(printed, listed, "{uri}#{}", note.anchor);
            places += 1;
            // A part that is no provision has a note without a place for it on the page.
            let link = format!("plats={}&#38;groups=R%C3%A4ttsfall", note.anchor);
            shown += usize::from(of_margin > 0 && page.contains(&link));
        }
    }
    assert!(places > 90 && shown > 10, "{places} notes, {shown} with decisions on pages");
}
