//! The words of the pages about the service.

/// What the service is.
pub(crate) const ABOUT: [&str; 3] = [
    "Här finns svenska författningar, förarbeten och rättsfall tillsammans med EU-rätt, föreskrifter och folkrätt. Varje dokument \
     har en egen adress, och varje bestämmelse en egen plats i den.",
    "Bredvid bestämmelserna står vilka dokument som hänvisar till dem. Hänvisningarna är insamlade ur texterna av ett program och \
     kan vara ofullständiga.",
    "Tjänsten lagrar inga kakor och följer ingen. Inget hämtas från andra webbplatser.",
];
pub(crate) const CONTENT: &str = "Innehåll";
pub(crate) const OPERATOR: &str = "Ansvarig";
pub(crate) const PROGRAM: &str = "Programmet";
pub(crate) const PROGRAM_TEXT: &str =
    "Sidorna visas av lagrum, som är fri programvara. Allt som visas kan också hämtas som data:";
pub(crate) const API_LINK: &str = "beskrivning av API:et";

pub(crate) const FORMAL: &str = "Svenska författningar har här identifierare av den form som EU:s ELI har. De är våra egna, inte officiella:";
pub(crate) const FORMAL_LINKS: [(&str, &str); 3] = [
    ("/eli/sitemap.xml", "alla författningar och lydelser"),
    ("/eli/feed.atom", "vad som ändrats"),
    ("/dcat", "katalog över data (DCAT-AP-SE)"),
];

pub(crate) const COVERAGE: &str = "Täckning";
pub(crate) const COVERAGE_TEXT: &str = "Så många dokument har samlingen av varje källa: med sin text, med bara rubrik eller sammanfattning, och med bara uppgifter om dokumentet. Att ett dokument saknas här betyder inte att det inte finns.";
pub(crate) const SOURCE: &str = "Källa";
pub(crate) const TEXTS: &str = "Med text";
pub(crate) const SUMMARIES: &str = "Bara sammanfattning";
pub(crate) const RECORDS: &str = "Bara uppgifter";
pub(crate) const STUBS: &str = "Bara nämnda";
pub(crate) const LYDELSER: &str = "Äldre lydelser";
pub(crate) const NEWEST: &str = "Senaste datum";
pub(crate) const IMPORTED: &str = "Ändrad här";
pub(crate) const TAKEN: &str = "Hämtad";
pub(crate) const BY_YEAR: &str = "Per år";

/// The years of a bar chart, and how many years each bar stands for.
pub(crate) fn years(first: u16, last: u16, span: u16) -> String {
    let range = year_range(first, last);
    match span {
        _ if first == last => range,
        1 => format!("{range}, en stapel per år"),
        _ => format!("{range}, en stapel per {span} år"),
    }
}

/// The first and the last of some years.
pub(crate) fn year_range(first: u16, last: u16) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}

pub(crate) const ALL: &str = "Alla källor";
pub(crate) const MISSING: &str = "Mest citerade som saknas";
pub(crate) const MISSING_TEXT: &str = "Andra dokument hänvisar till dessa, men samlingen har dem inte.";
pub(crate) const STATED: &str = "Uppgifter om hela årgångar";
pub(crate) const STATED_TEXT: &str = "Den som driver tjänsten uppger att dessa årgångar finns här i sin helhet. Ett nummer som saknas i en sådan \
årgång visas därför som omöjligt.";
pub(crate) const SERIES: &str = "Serie";
pub(crate) const YEARS: &str = "År";
pub(crate) const EVIDENCE: &str = "Underlag";
pub(crate) const DOCUMENT: &str = "Dokument";
pub(crate) const CITED_BY: &str = "Citeras av";

pub(crate) const HELP: &str = "Sökhjälp";
pub(crate) const HELP_TEXT: [&str; 2] = [
    "Rutan överst på varje sida läser både hänvisningar och vanliga ord. En hänvisning leder direkt till sin plats. På en lags sida \
     räcker numret: 36 eller 3:12 betyder den lagens paragraf.",
    "Vanliga ord söks i alla böjningar, och sammansatta ord delas. Finns ett ord inte alls läses det som det närmaste, och det \
     sägs ovanför träffarna.",
];
pub(crate) const WRITE: &str = "Skriv";
pub(crate) const MEANING: &str = "Betyder";

/// Forms of queries, and their meaning.
pub(crate) const FORMS: [(&str, &str); 16] = [
    ("36 § avtalslagen", "en paragraf i en lag, med lagens namn"),
    ("avtl 36", "samma sak, kortare"),
    ("SFS 1915:218", "en författning med sitt nummer"),
    ("NJA 2015 s. 702", "ett rättsfall"),
    ("prop. 2018/19:108 s. 39", "en sida i ett förarbete"),
    ("GDPR art 6.1 c", "en artikel i en EU-rättsakt"),
    ("uppsägning sjukdom", "dokument med båda orden, de bästa först"),
    ("\"god tro\"", "orden tillsammans, precis så"),
    ("hyra -bostad", "utan ett visst ord"),
    ("(hyra | arrende) uppsägning", "det ena eller det andra"),
    (
        "\"uppsägning grund\"~3",
        "orden nära varandra, i valfri ordning och böjning, med högst tre ord emellan",
    ),
    ("rubrik:uppsägning", "ordet i en rubrik"),
    ("namn:(hyra | arrende)", "ett av orden i dokumentets titel, korta namn eller förkortning"),
    (
        "text:\"skälig tid\" -rubrik:hyra",
        "orden i texten utanför rubrikerna, och inte ett visst ord i en rubrik",
    ),
    ("uppsägning år:2010..2015", "dokument från vissa år; 2010.. är från och med, ..2015 till och med"),
    ("uppsägning datum:2010-01-01..2015-06-30", "dokument från vissa dagar, med samma tecken"),
];

pub(crate) const ACCESSIBILITY: &str = "Tillgänglighet";
pub(crate) const ACCESSIBILITY_TEXT: [&str; 4] = [
    "Webbplatsen följer WCAG 2.2 på nivå AA så långt vi vet. Sidorna prövas maskinellt vid varje ändring.",
    "Allt fungerar utan skript, med tangentbord, med skärmläsare, i 400 procents förstoring och i 320 punkters bredd.",
    "Sidor ur tryckta dokument visas som bilder. Bredvid bilden står sidans text när samlingen har den. Faksimiler och \
     PDF-filer från andra utgivare är inte alltid tillgängliga.",
    "Grafen är en bild med länkar. Samma uppgifter står i en tabell under bilden.",
];

pub(crate) const PREFERENCES_TEXT: &str =
    "Valen gäller alla sidor i den här webbläsaren. De sparas bara i den och skickas ingenstans.";
pub(crate) const PREFERENCES_NEED_SCRIPT: &str = "Inställningarna kräver skript, som är avstängda i din webbläsare. Utan skript visas sidorna som systemet är inställt.";

/// The page of the namespace.
pub(crate) const NAMESPACE: &str = "Namnrymden lagrum";
pub(crate) const NAMESPACE_TEXT: &str = "Det som Akoma Ntoso och ELI saknar ord för skrivs med namn ur den här namnrymden. Inget av det är officiellt.";
pub(crate) const NAMES: [(&str, &str); 8] = [
    ("scope", "Vad en ändringsförfattning ändrade, med registrets ord."),
    (
        "basis",
        "Hur väl dagarna för en bestämmelse är kända: undated är inte daterad, gap är att en ändring inte är införd.",
    ),
    (
        "from",
        "Uttryck i stället för den dag då texten börjar gälla, till exempel ”den dag regeringen bestämmer”.",
    ),
    ("until", "Uttryck i stället för den dag då texten upphör att gälla."),
    (
        "relation",
        "Vad en annan rättsakt är för denna: transposes är det direktiv som registret säger att den genomför.",
    ),
    ("source", "Sidan hos den som har gett ut texten."),
    ("sha256", "Kontrollsumman för det dokument som formatet är gjort av."),
    (
        "mended",
        "En rättelse som har ändrat texten för läsare, till exempel flattened-rows: rader som låg i en följd är en tabell.",
    ),
];
