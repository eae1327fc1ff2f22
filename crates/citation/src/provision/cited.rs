//! The results of the readers of provisions.

use lagrum_artifact::Anchor;

use crate::following::FollowingUnits;
use crate::target::CitedLocation;

/// The greatest number of members of one list that are read.
pub(crate) const MAX_MEMBERS: usize = 50;

/// A provision of a statute. Parts that are not named are None.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CitedProvision {
    pub(crate) kapitel: Option<String>,
    pub(crate) paragraf: Option<String>,
    pub(crate) moment: Option<String>,
    pub(crate) stycke: Option<String>,
    pub(crate) punkt: Option<String>,
    pub(crate) mening: Option<String>,
    /// The kapitel of the list before it, to which a paragraf without a kapitel may belong: 7 for `22 §` of `7 kap. 3 och 4 §§, 22 §`.
    pub(crate) kapitel_before: Option<String>,
    /// Whether those that follow it are cited with it.
    pub(crate) following: Option<FollowingUnits>,
}

impl CitedProvision {
    /// Whether another provision is inside this one: it has all the parts that this one names.
    pub(super) fn holds(&self, other: &Self) -> bool {
        let parts = |of: &Self| {
            let Self { kapitel, paragraf, moment, stycke, punkt, mening, .. } = of.clone();
            [kapitel, paragraf, moment, stycke, punkt, mening]
        };
        self != other
            && parts(self).iter().zip(parts(other)).all(|(own, other)| own.is_none() || *own == other)
    }

    /// The provision in this kapitel; None if it names a kapitel or has no paragraf.
    pub(crate) fn in_kapitel(&self, kapitel: &str) -> Option<Self> {
        let is_bare = self.kapitel.is_none() && self.paragraf.is_some();
        is_bare.then(|| Self { kapitel: Some(kapitel.to_owned()), ..self.clone() })
    }

    /// The location of the provision in the kapitel of the list before it; None if it names a kapitel or has no paragraf.
    pub(crate) fn in_kapitel_before(&self, document: &str) -> Option<CitedLocation> {
        let provision = self.in_kapitel(self.kapitel_before.as_deref()?)?;
        Some(CitedLocation::at(document, provision.anchor()))
    }

    /// The anchor. A punkt without a stycke belongs to the first stycke.
    pub(crate) fn anchor(&self) -> Option<Anchor> {
        let first = Some("1".to_owned());
        let stycke = if self.punkt.is_some() && self.stycke.is_none() { &first } else { &self.stycke };
        let parts = [
            ('K', &self.kapitel),
            ('P', &self.paragraf),
            ('O', &self.moment),
            ('S', stycke),
            ('N', &self.punkt),
            ('M', &self.mening),
        ];
        let written = parts.iter().filter_map(|(letter, value)| Some(format!("{letter}{}", value.as_ref()?)));
        Anchor::new(&written.collect::<String>())
    }
}

/// One provision and the words that cite it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) provision: CitedProvision,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Member {
    /// Whether the member is a whole kapitel.
    pub(crate) fn is_kapitel(&self) -> bool {
        self.provision.paragraf.is_none() && self.provision.kapitel.is_some()
    }
}

/// Numbers with where each is written.
pub(crate) type Numbers = Vec<(String, usize, usize)>;
