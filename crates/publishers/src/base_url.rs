//! The address at which a publisher is asked.

use std::fmt;
use std::str::FromStr;

use lagrum_address::{HttpAddress, HttpAddressError};

/// The address that a publisher's paths are below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl(HttpAddress);

impl BaseUrl {
    /// Scheme, host and port.
    pub fn root(&self) -> &str {
        &self.0.root
    }

    /// The path and query of a path below the address.
    pub fn target(&self, path: &str) -> String {
        format!("{}{path}", self.0.path)
    }

    /// Whether requests stay on this machine, so that the server is the operator's own.
    pub fn is_local(&self) -> bool {
        self.0.is_local
    }
}

impl FromStr for BaseUrl {
    type Err = String;

    fn from_str(address: &str) -> Result<Self, String> {
        let parsed: HttpAddress = address.parse().map_err(|_: HttpAddressError| {
            format!("{address}: expected an address such as https://publisher.example")
        })?;
        if !parsed.is_safe() {
            return Err(format!("{address}: others on the way can read and change plain http: use https"));
        }
        Ok(Self(parsed))
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0.root, self.0.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_asked_without_tls() {
        for (address, expected) in [
            ("https://Publisher.example/", Some(("https://publisher.example", "/x", false))),
            ("https://publisher.example/api/", Some(("https://publisher.example", "/api/x", false))),
            ("http://127.0.0.1:8080", Some(("http://127.0.0.1:8080", "/x", true))),
            ("http://[::1]:8080", Some(("http://[::1]:8080", "/x", true))),
            ("http://localhost", Some(("http://localhost", "/x", true))),
            ("http://publisher.example", None),
            ("http://127.0.0.1.example", None),
            ("https://me:secret@publisher.example", None),
            ("https://publisher.example/?x", None),
            ("file:///etc/passwd", None),
            ("publisher.example", None),
            ("", None),
        ] {
            let found = address.parse::<BaseUrl>().ok();
            let found = found.as_ref().map(|base| (base.root(), base.target("/x"), base.is_local()));
            let expected = expected.map(|(root, target, local)| (root, target.to_owned(), local));
            assert_eq!(found, expected, "{address}");
        }
    }
}
