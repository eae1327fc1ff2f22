//! Every endpoint with what it takes, as the contract has it. Written by hand, so that a bound changed by accident in
//! a handler is found out.

/// An endpoint.
pub(crate) struct Endpoint {
    pub(crate) path: &'static str,
    /// Parameters of a request that is answered with 200; all that are required, and no other.
    pub(crate) fine: &'static str,
    /// In the order of the contract, which is that of a report of several mistakes.
    pub(crate) parameters: &'static [(&'static str, Takes)],
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Takes {
    /// Any text, and has to be there.
    Required,
    /// Any text; the empty one is as good as none.
    Text,
    /// An integer within bounds, and what it is when it is not sent.
    Integer { least: i64, most: Option<i64>, default: Option<i64> },
    /// Yes or no.
    Boolean { default: bool },
    /// One of a few words, of which the first is the default; the description states them as a pattern.
    Word(&'static [&'static str]),
    /// The same, stated as an enumeration, which is refused with another code.
    Literal(&'static [&'static str]),
}

use Takes::{Boolean, Integer, Literal, Required, Text, Word};

const OFFSET: Takes = Integer { least: 0, most: None, default: Some(0) };

const fn limit(default: i64, most: i64) -> Takes {
    Integer { least: 1, most: Some(most), default: Some(default) }
}

const LAW: &str = "uri=https://lag.demo.example/1931:47";

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        path: "/api/v1/resolve",
        fine: "q=2+kap.+3+%C2%A7+f%C3%A5rlagen",
        parameters: &[("q", Required), ("source", Text), ("kind", Text)],
    },
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
        ],
    },
    Endpoint { path: "/api/v1/dumps", fine: "", parameters: &[] },
    Endpoint {
        path: "/api/v1/document",
        fine: LAW,
        parameters: &[("uri", Required), ("format", Literal(&["json", "md"]))],
    },
    Endpoint { path: "/api/v1/document/versions", fine: LAW, parameters: &[("uri", Required)] },
    Endpoint {
        path: "/api/v1/document/diff",
        fine: "uri=https://lag.demo.example/1931:47&from=2004:310",
        parameters: &[
            ("uri", Required),
            ("from", Required),
            ("to", Text),
            ("format", Literal(&["html", "json"])),
        ],
    },
    Endpoint {
        path: "/api/v1/document/inbound",
        fine: LAW,
        parameters: &[
            ("uri", Required),
            ("scope", Word(&["tree", "exact"])),
            ("source", Text),
            ("sort", Word(&["rail", "citations"])),
            ("limit", limit(10_000, 10_000)),
            ("offset", OFFSET),
        ],
    },
    Endpoint { path: "/api/v1/document/outbound", fine: LAW, parameters: &[("uri", Required)] },
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
    Endpoint { path: "/api/v1/card", fine: LAW, parameters: &[("uri", Required)] },
];
