//! The kinds of disagreements.

/// A kind of disagreement, or a rule that an answer breaks.
macro_rules! kinds {
    ($($(#[$about:meta])* $kind:ident = $name:literal,)*) => {
        /// A kind of disagreement between doors, or of an answer that breaks a rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Kind { $($(#[$about])* $kind,)* }

        impl Kind {
            /// Its name in the file of expected rows.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }
        }
    };
}

kinds! {
    /// The history has a dated text of the day, and `/provision` is a 404.
    DatedText404 = "dated text, 404",
    /// The history has a dated text of the day, and `/provision` does not call it dated.
    DatedTextUncertain = "dated text, uncertain",
    /// `/provision` is dated, and the history has no dated text of the day.
    DatedWithoutHistory = "dated, not in history",
    /// `/provision` and the history have other words.
    OtherText = "other text",
    /// `/provision` has a text, and the card has none.
    CardEmpty = "card, empty",
    /// `/provision` and the card have other words.
    CardOther = "card, other text",
    /// The card has a text of a day of which `/provision` has none.
    CardOf404 = "card, 404",
    /// The card, the citations of a text and the resolver state other things.
    StatesDiffer = "states differ",
    /// The state is `held`, and `/provision` is a 404.
    Held404 = "held, 404",
    /// `/provision` has a text that applies, and the state is another than `held`.
    TextNotHeld = "text, not held",
    /// The state is `held`, and `/provision` calls the text repealed.
    HeldRepealed = "held, repealed",
    /// The state is `held` and the history has an end, or it is another and the history has a dated text of the day.
    StateHistory = "state, history",
    /// `since` of the state is not the first day of the dated text in the history.
    Since = "since",
    /// `until` of the state is not the last day of the text in the history.
    Until = "until",
    /// `in_force.from` of the provision is not the first day of the dated text in the history.
    InForceFrom = "in_force.from",
    /// `in_force.to` of the provision is not the end that the state says.
    InForceTo = "in_force.to",
    /// The document of the day does not have the words of the provision.
    DocumentLacks = "document, other text",
    /// Two texts of a history have other digests and the same words, or the same digest and other words.
    HistoryDigest = "history, digest",
    /// The history with texts and the one without have other entries.
    HistoryText = "history, with text",
    /// A permalink shows another text than the one that it was made for.
    Permalink = "permalink",
    /// The acts that amended the provision are others at `/provision` than in the history.
    AmendedBy = "amended_by",
    /// The acts that amended the provision lack one that signs its text.
    NoteMissing = "amended_by, note",
    /// `changed_since` is not what the texts of the history say.
    ChangedSince = "changed since",
    /// `is_expired` of a document is not what its text of today says.
    IsExpired = "is_expired",
    /// What tools say of a whole text is not what its text of the day says.
    Status = "status of text",
    /// `then` of a citing document is not what `/provision` says of that day.
    Then = "then, provision",
    /// `then` of a citing document is not what the history says of that day.
    ThenHistory = "then, history",
    /// What is to come does not happen at another door.
    Coming = "coming",
    /// Before the first day of the act something is held.
    BeforeAct = "before the act",
    /// From the end of the act on, by its metadata, something applies.
    AfterRepeal = "after the repeal",
    /// From the end of the act on, by its own register, something applies.
    AfterRegister = "after the repeal, register",
    /// From the end of the act on, by another held act, something applies.
    AfterOther = "after the repeal, another act",
    /// After the time of the act something applies.
    AfterLimit = "after its time",
    /// Something is dated on a day that is yet to come.
    Future = "dated in the future",
    /// A text of the day is held, and `/provision` is a 404.
    HeldText404 = "held text, 404",
    /// A text of the day is held, and a door does not call it dated.
    HeldTextUncertain = "held text, uncertain",
    /// A text of the day is held, and a door has other words.
    HeldTextOther = "held text, other",
    /// A text of the day is held, and a door states that it is not.
    HeldTextState = "held text, state",
    /// A provision is printed as repealed, and its history does not say so.
    PrintedRepealed = "printed as repealed",
    /// A provision has ended by an act of the register, and the state does not name the act.
    ExpiredWithoutAct = "expired without act",
    /// An EU act or a treaty as printed is dated after its first day.
    AsPrinted = "dated as printed",
    /// An EU act is dated on the day of its adoption, and says that it enters into force later.
    BeforeForce = "dated before in force",
    /// An agency regulation is said to be in force.
    Regulation = "regulation in force",
}
