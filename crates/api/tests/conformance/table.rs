//! Every endpoint with its parameters, as in the contract. Written by hand, so that a bound that is changed by accident in a
//! handler is noticed.

/// An endpoint.
pub(crate) struct Endpoint {
    pub(crate) path: &'static str,
    /// Parameters of a request that is answered with 200: all required ones, and no others.
    pub(crate) fine: &'static str,
    /// In the order of the contract, in which several mistakes are reported.
    pub(crate) parameters: &'static [(&'static str, Takes)],
}

/// The values that a parameter takes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Takes {
    /// Any text; required.
    Required,
    /// Any text; the empty text counts as not sent.
    Text,
    /// Any text, also the empty one.
    Given,
    /// Text of at most this number of characters; the empty text counts as not sent.
    Short(usize),
    /// As [`Takes::Short`], but it is a list of names, with commas between, that must be known.
    Names,
    /// Text of a form that is stated as a pattern, with examples that have the form and examples that only resemble it.
    Form { pattern: &'static str, right: &'static [&'static str], wrong: &'static [&'static str] },
    /// A required number that names something, with the minimum and a number that names something.
    Number { least: i64, there: i64 },
    /// An integer within bounds, and its default.
    Integer { least: i64, most: Option<i64>, default: Option<i64> },
    /// Yes or no.
    Boolean { default: bool },
    /// One of a few words, of which the first is the default; the description states them as a pattern.
    Word(&'static [&'static str]),
    /// As [`Takes::Word`], but stated as an enumeration, whose error has another code.
    Literal(&'static [&'static str]),
}

impl Takes {
    /// Whether it is required.
    pub(crate) fn is_required(self) -> bool {
        matches!(self, Required | Number { .. })
    }

    /// Whether every text has a valid form.
    pub(crate) fn is_any_text(self) -> bool {
        matches!(self, Required | Text | Given | Short(_) | Names)
    }
}

use Takes::{Boolean, Form, Given, Integer, Literal, Names, Number, Required, Short, Text, Word};

const OFFSET: Takes = Integer { least: 0, most: None, default: Some(0) };

const fn limit(default: i64, most: i64) -> Takes {
    Integer { least: 1, most: Some(most), default: Some(default) }
}

/// A year or a range of years.
const YEARS: Takes = Form {
    pattern: "^([0-9]{4}|[0-9]{4}[.][.]([0-9]{4})?|[.][.][0-9]{4})$",
    right: &["0000", "1931", "1931..1940", "1931..", "..1931"],
    wrong: &["", " ", "193", "19311", "1931-", "1931-1940", "1931...1940", "..", " 1931"],
};

/// A day or a range of days.
const DATES: Takes = Form {
    pattern: "^([0-9]{4}-[0-9]{2}-[0-9]{2}([.][.]([0-9]{4}-[0-9]{2}-[0-9]{2})?)?|[.][.][0-9]{4}-[0-9]{2}-[0-9]{2})$",
    right: &["1931-05-04", "1931-05-04..1940-12-31", "1931-05-04..", "..1931-05-04"],
    wrong: &[
        "",
        " ",
        "1931",
        "1931-5-4",
        "1931-05-04.",
        "1931-05-04...1940-12-31",
        "..",
        "1931..1940",
        " 1931-05-04",
    ],
};

const YEAR: Takes = Form {
    pattern: "^[0-9]{4}$",
    right: &["0000", "1931", "9999"],
    wrong: &[
        "",
        " ",
        "193",
        "19311",
        "1931-",
        "-193",
        "+193",
        " 1931",
        "1931 ",
        "1931\n",
        "\n1931",
        "1931\0",
        "1931,1932",
        "193x",
        "１９３１",
        "١٩٣١",
        "1e10",
    ],
};

/// A day for which the text of the law below is held.
const DAY: Takes = Form { pattern: DAY_PATTERN, right: &["1999-12-31", "9999-12-31"], wrong: NO_DAYS };

/// A day of a question that is asked without the parameters that it belongs to.
const OTHER_DAY: Takes = Form { pattern: DAY_PATTERN, right: &[], wrong: NO_DAYS };

const DAY_PATTERN: &str = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";

const NO_DAYS: &[&str] = &[
    "",
    " ",
    "1999",
    "1999-12",
    "1999-12-31 ",
    " 1999-12-31",
    "1999-12-31\n",
    "1999-12-31T00:00:00",
    "19991231",
    "-999-12-31",
    "1999-1-1",
    "١٩٩٩-١٢-٣١",
];

const TIME: Takes = Form {
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?(Z|[+ -][0-9]{2}:[0-9]{2})?)?$",
    right: &["1999-12-31", "1999-12-31T23:59", "1999-12-31T23:59:59Z", "1999-12-31T23:59:59.5 01:00"],
    wrong: &[
        "",
        " ",
        "1999",
        "1999-12-31T",
        "1999-12-31 23:59",
        "1999-12-31T23:59:59z",
        "1999-12-31Z",
        "١٩٩٩-١٢-٣١",
    ],
};

const SINCE: Takes = Form {
    pattern: "^[0-9A-Za-z][0-9A-Za-z:+. -]{0,63}$",
    right: &["2999-12-31", "2999-12-31T23:59:59Z", "2999-12-31T23:59:59 01:00"],
    wrong: &["", " ", " 2999-12-31", "2999-12-31\n", "2999/12/31", "å", "-1", "<x>"],
};

const LAW: &str = "uri=https://lag.demo.example/1931:47";

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        path: "/api/v1/search",
        fine: "q=tillsyn",
        parameters: &[
            ("q", Required),
            ("source", Text),
            ("kind", Text),
            ("year", YEARS),
            ("date", DATES),
            ("limit", limit(10, 100)),
            ("offset", Integer { least: 0, most: Some(9900), default: None }),
            ("cursor", Short(2048)),
            ("sort", Word(&["relevance", "citations"])),
            ("explain", Boolean { default: false }),
        ],
    },
    Endpoint {
        path: "/api/v1/resolve",
        fine: "q=2+kap.+3+%C2%A7+f%C3%A5rlagen",
        parameters: &[("q", Required), ("source", Text), ("kind", Text)],
    },
    Endpoint {
        path: "/api/v1/suggest",
        fine: "q=f%C3%A5r",
        parameters: &[("q", Required), ("limit", limit(8, 20))],
    },
    Endpoint { path: "/api/v1/coverage", fine: "", parameters: &[("source", Text)] },
    Endpoint {
        path: "/api/v1/coming",
        fine: "",
        parameters: &[("source", Text), ("from", DAY), ("until", DAY)],
    },
    Endpoint {
        path: "/api/v1/lists/changes",
        fine: "uri=1931%3A47&since=2020-01-01",
        parameters: &[
            ("uri", Required),
            ("since", Required),
            ("until", OTHER_DAY),
            ("formal", Boolean { default: true }),
            ("diff", Boolean { default: false }),
            ("cited", Boolean { default: false }),
            ("limit", limit(50, 200)),
            ("cursor", Text),
        ],
    },
    Endpoint { path: "/api/v1/range/filter", fine: "", parameters: &[] },
    Endpoint { path: "/api/v1/sources", fine: "", parameters: &[] },
    Endpoint { path: "/api/v1/facets", fine: "source=dv", parameters: &[("source", Required)] },
    Endpoint {
        path: "/api/v1/browse",
        fine: "source=dv",
        parameters: &[
            ("source", Required),
            ("bucket", Text),
            ("offset", OFFSET),
            ("limit", limit(500, 2000)),
        ],
    },
    Endpoint {
        path: "/api/v1/documents",
        fine: "",
        parameters: &[
            ("source", Text),
            ("kind", Text),
            ("limit", limit(100, 1000)),
            ("offset", OFFSET),
            ("include_expired", Boolean { default: false }),
            ("changed_since", TIME),
            ("sort", Word(&["uri", "citations", "updated"])),
        ],
    },
    Endpoint {
        path: "/api/v1/changes",
        fine: "since=2999-01-01",
        parameters: &[
            ("since", SINCE),
            ("source", Text),
            ("kind", Text),
            ("change", Names),
            ("limit", limit(100, 1000)),
            ("cursor", Short(2048)),
            ("versions", Boolean { default: false }),
        ],
    },
    Endpoint { path: "/api/v1/dumps", fine: "", parameters: &[] },
    Endpoint {
        path: "/api/v1/document",
        fine: LAW,
        parameters: &[
            ("uri", Required),
            ("format", Literal(&["json", "md", "akn", "ttl", "jsonld"])),
            ("as_of", DAY),
            ("download", Boolean { default: false }),
        ],
    },
    Endpoint { path: "/api/v1/document/versions", fine: LAW, parameters: &[("uri", Required)] },
    Endpoint {
        path: "/api/v1/document/diff",
        fine: "uri=https://lag.demo.example/1931:47&from=2004:310",
        parameters: &[
            ("uri", Required),
            ("from", Given),
            ("to", Text),
            ("from_date", OTHER_DAY),
            ("to_date", OTHER_DAY),
            ("format", Literal(&["html", "json", "md"])),
            ("whole", Boolean { default: false }),
        ],
    },
    Endpoint {
        path: "/api/v1/document/inbound",
        fine: LAW,
        parameters: &[
            ("uri", Required),
            ("scope", Word(&["tree", "exact"])),
            ("source", Text),
            ("groups", Text),
            ("year", YEAR),
            ("sort", Word(&["rail", "citations"])),
            ("limit", limit(10_000, 10_000)),
            ("offset", OFFSET),
            ("earlier_offset", OFFSET),
            ("context", Boolean { default: false }),
        ],
    },
    Endpoint {
        path: "/api/v1/document/citing",
        fine: LAW,
        parameters: &[
            ("uri", Required),
            ("source", Text),
            ("groups", Text),
            ("year", YEAR),
            ("sort", Word(&["rail", "citations"])),
            ("limit", limit(50, 1000)),
            ("offset", OFFSET),
            ("earlier_offset", OFFSET),
            ("context", Boolean { default: false }),
        ],
    },
    Endpoint { path: "/api/v1/document/beside", fine: LAW, parameters: &[("uri", Required)] },
    Endpoint {
        path: "/api/v1/document/inside",
        fine: "uri=https://lag.demo.example/1931:47&q=tillsyn",
        parameters: &[("uri", Required), ("q", Required)],
    },
    Endpoint {
        path: "/api/v1/document/outbound",
        fine: LAW,
        parameters: &[("uri", Required), ("then", Boolean { default: false })],
    },
    Endpoint {
        path: "/api/v1/graph",
        fine: LAW,
        parameters: &[
            ("uri", Required),
            ("direction", Word(&["both", "in", "out"])),
            ("groups", Text),
            ("limit", limit(20, 300)),
            ("sort", Word(&["links", "citations"])),
            ("grouplimit", Integer { least: 1, most: Some(300), default: None }),
            ("depth", limit(1, 3)),
            ("internal", Boolean { default: false }),
        ],
    },
    Endpoint {
        path: "/api/v1/path",
        fine: "from=https://lag.demo.example/1931:47&to=https://lag.demo.example/coe/005",
        parameters: &[
            ("from", Required),
            ("to", Required),
            ("direction", Word(&["both", "in", "out"])),
            ("groups", Text),
            ("paths", limit(1, 5)),
        ],
    },
    Endpoint {
        path: "/api/v1/provision",
        fine: "uri=https://lag.demo.example/1931:47%23K2P3",
        parameters: &[
            ("uri", Required),
            ("format", Literal(&["json", "md", "text", "akn", "ttl", "jsonld"])),
            ("as_of", DAY),
            ("context", Integer { least: 0, most: Some(2), default: Some(0) }),
        ],
    },
    Endpoint {
        path: "/api/v1/provision/history",
        fine: "uri=https://lag.demo.example/1931:47%23K2P3",
        parameters: &[
            ("uri", Required),
            ("text", Boolean { default: false }),
            ("diff", Boolean { default: false }),
        ],
    },
    Endpoint {
        path: "/api/v1/provision/related",
        fine: "uri=https://lag.demo.example/1931:47%23K2P3",
        parameters: &[("uri", Required), ("limit", limit(50, 200)), ("cursor", Short(64))],
    },
    Endpoint {
        path: "/api/v1/card",
        fine: LAW,
        parameters: &[("uri", Required), ("as_of", DAY), ("about", Text)],
    },
    Endpoint {
        path: "/api/v1/facsimile",
        fine: "uri=https://lag.demo.example/sou/2029:3&sid=13",
        parameters: &[("uri", Required), ("sid", Number { least: 1, there: 13 }), ("bbox", Text)],
    },
    Endpoint {
        path: "/api/v1/sfs-graphic",
        fine: "uri=https://lag.demo.example/2030:78&node=G1",
        parameters: &[
            ("uri", Required),
            ("node", Required),
            ("v", Text),
            ("stor", Boolean { default: false }),
        ],
    },
    Endpoint {
        path: "/api/v1/dv-verdict",
        fine: "court=HDO&id=7b1d0c52-3e4f-4a61-9c8d-2f5e6a7b8c90&file=dom.pdf",
        parameters: &[("court", Required), ("id", Required), ("file", Required)],
    },
    Endpoint {
        path: "/api/v1/pdf",
        fine: "path=/1931:47",
        parameters: &[
            ("path", Required),
            ("toc", Boolean { default: false }),
            ("kontext", Names),
            ("andringar", Boolean { default: true }),
            ("kolumner", limit(1, 2)),
            ("download", Boolean { default: false }),
            ("as_of", DAY),
        ],
    },
];
