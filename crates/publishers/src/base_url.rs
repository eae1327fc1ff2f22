//! Where a publisher is asked.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ureq::http::Uri;

/// The maximum length of an address, in bytes.
const MAX_BYTES: usize = 2048;

/// The address that a publisher's paths are below, without a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl {
    root: String,
    path: String,
    is_local: bool,
}

impl BaseUrl {
    /// Scheme, host and port.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The path and query of a path below the address.
    pub fn target(&self, path: &str) -> String {
        format!("{}{path}", self.path)
    }

    /// Whether requests stay on this machine. Such a server is nobody's but ours.
    pub fn is_local(&self) -> bool {
        self.is_local
    }
}

impl FromStr for BaseUrl {
    type Err = String;

    fn from_str(address: &str) -> Result<Self, String> {
        let wrong = || format!("{address}: expected an address such as https://publisher.example");
        if address.len() > MAX_BYTES || address.contains(['@', '?', '#', '\\']) {
            return Err(wrong());
        }
        let uri: Uri = address.parse().map_err(|_| wrong())?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(wrong());
        };
        let is_local = is_this_machine(authority.host());
        if scheme != "https" && !(scheme == "http" && is_local) {
            return Err(format!("{address}: others on the way can read and change plain http: use https"));
        }
        let root = format!("{scheme}://{}", authority.as_str().to_ascii_lowercase());
        Ok(Self { root, path: uri.path().trim_end_matches('/').to_owned(), is_local })
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.root, self.path)
    }
}

fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost")
        || address.is_ok_and(|address| address.to_canonical().is_loopback())
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
