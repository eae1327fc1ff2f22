//! The provisions of a Swedish act by their numbers. A text may cite thousands of provisions that its act does not
//! have, so the provisions are sorted once and each is found in a few steps.

use lagrum_artifact::{Anchor, ProvisionNumber, UnitNumber};

/// The provisions among the anchors of a document.
#[derive(Clone, Debug, Default)]
pub struct Provisions {
    /// In the order of the text.
    of_text: Vec<(ProvisionNumber, Anchor)>,
    /// In the order of their numbers: all, and the paragrafer alone.
    by_number: Vec<(ProvisionNumber, Anchor)>,
    paragrafer: Vec<(ProvisionNumber, Anchor)>,
}

impl Provisions {
    pub(crate) fn of<'a>(anchors: impl Iterator<Item = &'a Anchor>) -> Self {
        let numbered =
            anchors.filter_map(|anchor| Some((ProvisionNumber::parse(anchor.as_str())?, anchor.clone())));
        let of_text: Vec<_> = numbered.collect();
        let mut by_number = of_text.clone();
        by_number.sort();
        let is_paragraf = |(number, _): &&(ProvisionNumber, Anchor)| number.paragraf.is_some();
        let paragrafer = by_number.iter().filter(is_paragraf).cloned().collect();
        Self { of_text, by_number, paragrafer }
    }

    /// All of them, in the order of the text.
    pub fn iter(&self) -> impl Iterator<Item = (&ProvisionNumber, &Anchor)> {
        self.of_text.iter().map(|(number, anchor)| (number, anchor))
    }

    /// Whether there is any provision, or, if `paragraf` is set, any paragraf.
    pub fn has_any(&self, paragraf: bool) -> bool {
        !(if paragraf { &self.paragrafer } else { &self.by_number }).is_empty()
    }

    /// Whether there is a kapitel with a number, or anything in it.
    pub fn has_kapitel(&self, kapitel: Option<&UnitNumber>) -> bool {
        !in_kapitel(&self.by_number, kapitel).is_empty()
    }

    /// The provisions before and after a number: in its kapitel if the act has it, and only paragrafer if the number is
    /// of a paragraf.
    pub fn beside(&self, wanted: &ProvisionNumber) -> Vec<Anchor> {
        let all = if wanted.paragraf.is_some() { &self.paragrafer } else { &self.by_number };
        let of_kapitel = in_kapitel(all, wanted.kapitel.as_ref());
        let near = if of_kapitel.is_empty() { all } else { of_kapitel };
        let after = near.partition_point(|(number, _)| number < wanted);
        let beside = [after.checked_sub(1), Some(after)].into_iter().flatten();
        beside.filter_map(|index| near.get(index)).map(|(_, anchor)| anchor.clone()).collect()
    }
}

/// The provisions of a kapitel. `provisions` must be in the order of their numbers.
fn in_kapitel<'p>(
    provisions: &'p [(ProvisionNumber, Anchor)],
    kapitel: Option<&UnitNumber>,
) -> &'p [(ProvisionNumber, Anchor)] {
    let start = provisions.partition_point(|(number, _)| number.kapitel.as_ref() < kapitel);
    let end = provisions.partition_point(|(number, _)| number.kapitel.as_ref() <= kapitel);
    &provisions[start..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_beside_a_number() {
        let anchors: Vec<Anchor> = ["K2", "K2P1", "K2P1S1", "K2P3", "K1", "K1P2", "K1P2a", "K4", "B1"]
            .into_iter()
            .filter_map(Anchor::new)
            .collect();
        let provisions = Provisions::of(anchors.iter());
        for (wanted, expected) in [
            ("K2P2", "K2P1 K2P3"),
            ("K2P9", "K2P3"),
            ("K1P1", "K1P2"),
            ("K1P2b", "K1P2a"),
            // A kapitel without paragrafer, and none at all: those of the whole act.
            ("K4P1", "K2P3"),
            ("K3P1", "K2P3"),
            ("P1", "K1P2"),
            ("K3", "K2P3 K4"),
            ("K9", "K4"),
        ] {
            let beside = provisions.beside(&ProvisionNumber::parse(wanted).unwrap());
            let beside: Vec<&str> = beside.iter().map(Anchor::as_str).collect();
            assert_eq!(beside.join(" "), expected, "{wanted}");
        }
        for (kapitel, expected) in [(Some("4"), true), (Some("3"), false), (None, false)] {
            let number = kapitel.and_then(UnitNumber::parse);
            assert_eq!(provisions.has_kapitel(number.as_ref()), expected, "{kapitel:?}");
        }
        assert_eq!(provisions.iter().count(), 7);
        assert!(provisions.has_any(true) && !Provisions::default().has_any(false));
    }
}
