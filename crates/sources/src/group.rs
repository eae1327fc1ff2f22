//! Flow groups: the role of a document in the flow of law.

/// A flow group. The order of the variants is that of presentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FlowGroup {
    /// Statutes.
    Forfattningar,
    /// Preparatory works.
    Forarbeten,
    /// Swedish case law.
    Rattsfall,
    /// Agency regulations.
    Foreskrifter,
    /// Decisions of agencies and supervisors.
    Myndighetsavgoranden,
    /// Legal positions of agencies.
    Stallningstaganden,
    /// Commentaries.
    Lagkommentarer,
    /// Journal articles.
    Tidskriftsartiklar,
    /// Concepts.
    Begrepp,
    /// EU acts.
    EuRattsakter,
    /// EU case law.
    EuDomar,
    /// EU treaties.
    EuFordrag,
    /// EU guidance.
    EuVagledning,
    /// Treaties.
    Konventioner,
    /// Case law of international courts.
    FolkrattsligPraxis,
    /// Documents of an unknown source.
    Ovrigt,
}

impl FlowGroup {
    /// Whether its documents cite the law of their day: decisions, preparatory works, regulations, opinions.
    pub fn cites_law_of_its_day(self) -> bool {
        self.decides()
            || matches!(
                self,
                Self::Forarbeten
                    | Self::Foreskrifter
                    | Self::Stallningstaganden
                    | Self::Tidskriftsartiklar
                    | Self::EuVagledning
            )
    }

    /// Whether its documents decide cases.
    pub fn decides(self) -> bool {
        matches!(
            self,
            Self::Rattsfall | Self::Myndighetsavgoranden | Self::EuDomar | Self::FolkrattsligPraxis
        )
    }

    /// Every group, in the order of presentation.
    pub const ALL: [Self; 16] = [
        Self::Forfattningar,
        Self::Forarbeten,
        Self::Rattsfall,
        Self::Foreskrifter,
        Self::Myndighetsavgoranden,
        Self::Stallningstaganden,
        Self::Lagkommentarer,
        Self::Tidskriftsartiklar,
        Self::Begrepp,
        Self::EuRattsakter,
        Self::EuDomar,
        Self::EuFordrag,
        Self::EuVagledning,
        Self::Konventioner,
        Self::FolkrattsligPraxis,
        Self::Ovrigt,
    ];

    /// The name for readers and in requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Forfattningar => "Författningar",
            Self::Forarbeten => "Förarbeten",
            Self::Rattsfall => "Rättsfall",
            Self::Foreskrifter => "Föreskrifter",
            Self::Myndighetsavgoranden => "Myndighetsavgöranden",
            Self::Stallningstaganden => "Ställningstaganden",
            Self::Lagkommentarer => "Lagkommentarer",
            Self::Tidskriftsartiklar => "Tidskriftsartiklar",
            Self::Begrepp => "Begrepp",
            Self::EuRattsakter => "EU-rättsakter",
            Self::EuDomar => "EU-domar",
            Self::EuFordrag => "EU-fördrag",
            Self::EuVagledning => "EU-vägledning",
            Self::Konventioner => "Konventioner",
            Self::FolkrattsligPraxis => "Folkrättslig praxis",
            Self::Ovrigt => "Övrigt",
        }
    }

    /// Whether it is the decisions of courts.
    pub fn is_case_law(self) -> bool {
        matches!(self, Self::Rattsfall | Self::EuDomar | Self::FolkrattsligPraxis)
    }

    /// The group with exactly this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_and_found_again() {
        for group in FlowGroup::ALL {
            assert_eq!(FlowGroup::named(group.name()), Some(group));
        }
        assert_eq!(FlowGroup::named("författningar"), None, "exactly the name");
        assert!(FlowGroup::ALL.is_sorted(), "declared in the order of presentation");
    }
}
