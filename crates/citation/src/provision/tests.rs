//! Provisions as they are typed, on both sides of the law's name.

use super::*;
use crate::normalise::CleanQuery;

type NameLookup = for<'q> fn(Cursor<'q>) -> Option<(CitedProvision, Cursor<'q>)>;

/// The anchor read, and what is left of the text.
fn read(reader: NameLookup, text: &str) -> Option<(String, String)> {
    let query = CleanQuery::new(text).unwrap();
    let (place, end) = reader(Cursor::new(&query))?;
    Some((place.anchor().unwrap().to_string(), end.rest().to_owned()))
}

#[test]
fn before_the_law() {
    for (text, anchor, left) in [
        ("36 § avtalslagen", "P36", " avtalslagen"),
        ("36§ avtalslagen", "P36", " avtalslagen"),
        ("53 c § url", "P53c", " url"),
        ("36 i § las", "P36i", " las"),
        ("§ 36 i avtalslagen", "P36", " i avtalslagen"),
        ("3 kap. brottsbalken", "K3", " brottsbalken"),
        ("8 a kap. 1 § utlänningslagen", "K8aP1", " utlänningslagen"),
        ("andra kapitlet 6 § rf", "K2P6", " rf"),
        ("3 kap. 1 § andra stycket 2 brottsbalken", "K3P1S2N2", " brottsbalken"),
        ("33 kap. 5 § 2 st 3 brottsbalken", "K33P5S2N3", " brottsbalken"),
        ("1 kap. 3 § första stycket första meningen luftfartslagen", "K1P3S1M1", " luftfartslagen"),
        ("41 § anvisningarna punkt 4 första stycket kl", "P41S1N4", " kl"),
        ("10 § f personuppgiftslagen", "P10S1Nf", " personuppgiftslagen"),
        ("7 § 5 mom. lagen", "P7O5", " lagen"),
        ("17-29 och 32 §§ i lagen", "P17", " i lagen"),
        ("3 kap. 1 § och 4 kap. 2 § brottsbalken", "K3P1", " brottsbalken"),
        ("2 § första och tredje styckena las", "P2S1", " las"),
        ("6 § 4 b las", "P6S1N4b", " las"),
        ("12:1 brb", "K12P1", " brb"),
        ("36 § 1915:218", "P36", " 1915:218"),
        ("5 och 7 §§ las", "P5", " las"),
        ("§§ 36-38 avtalslagen", "P36", " avtalslagen"),
        ("12 kap 1 brottsbalken", "K12P1", " brottsbalken"),
        ("1 § 12 kap. brottsbalken", "K12P1", " brottsbalken"),
        ("1 § i 12 kap. brottsbalken", "K12P1", " brottsbalken"),
        ("1 § och 12 kap. 3 § brottsbalken", "P1", " brottsbalken"),
        ("12 kap. första paragrafen brb", "K12P1", " brb"),
        ("andra stycket 36 § avtalslagen", "P36S2", " avtalslagen"),
        ("första stycket i 36 § avtalslagen", "P36S1", " avtalslagen"),
        ("punkt 2 i 36 § avtalslagen", "P36S1N2", " avtalslagen"),
        ("andra stycket 3 i 12 kap. 1 § brb", "K12P1S2N3", " brb"),
        ("3kap1§ brb", "K3P1", " brb"),
        ("3kap. 1§ brb", "K3P1", " brb"),
    ] {
        assert_eq!(read(before_law, text), Some((anchor.into(), left.into())), "{text}");
    }
    for text in ["36 avtalslagen", "2018:218", "12/3", "första stycket", "kap.", "§", "12:1:3", "2017/18:105"]
    {
        assert_eq!(read(before_law, text), None, "{text}");
    }
}

#[test]
fn after_the_law() {
    for (text, anchor, left) in [
        ("36", "P36", ""),
        ("53 c", "P53c", ""),
        ("12:46 a", "K12P46a", ""),
        ("12.1", "K12P1", ""),
        ("kap 12 § 1", "K12P1", ""),
        ("§ 1 kap 12", "K12P1", ""),
        ("36-37", "P36", ""),
        ("36, 38", "P36", ""),
        ("26 kap 9", "K26P9", ""),
        ("12 kap", "K12", ""),
        ("36 § 2 st", "P36S2", ""),
        ("36 § st. 2", "P36S2", ""),
        ("36 § p. 2", "P36S1N2", ""),
        ("36 2 st.", "P36S2", ""),
        ("29 kap. 2 § 7", "K29P2S1N7", ""),
        ("2 kapitlet 6 §", "K2P6", ""),
        ("36 § om jämkning", "P36", " om jämkning"),
        ("6:2a", "K6P2a", ""),
        ("3:1 andra stycket", "K3P1S2", ""),
    ] {
        assert_eq!(read(after_law, text), Some((anchor.into(), left.into())), "{text}");
    }
    for text in ["1915", "36 jämkning", "uppsåt", "99999", "3,5 procent"] {
        assert_eq!(read(after_law, text), None, "{text}");
    }
}
