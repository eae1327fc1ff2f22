//! Where a cluster is, and how to get in.

use std::fmt;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Nodes of one cluster, with what opens them. Printed, it tells the addresses and no secret.
#[derive(Clone)]
pub struct Access {
    pub(crate) addresses: Vec<String>,
    /// The value of the header `Authorization`.
    pub(crate) authorization: Option<Secret>,
    /// Certificates to trust instead of those the public web trusts, as PEM.
    pub(crate) ca: Option<Vec<u8>>,
}

/// What opens a cluster. Printed, it tells nothing, so that whatever holds it may be printed.
#[derive(Clone)]
pub(crate) struct Secret(pub(crate) String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// What is wrong with how a cluster is named.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// It is no address.
    #[error(
        "{0:?} is no address of a cluster: name nodes as http://HOST:PORT or https://HOST:PORT, separated by commas"
    )]
    Address(String),
    /// It has credentials in it, which would end in logs.
    #[error(
        "credentials do not belong in an address: give them as LAGRUM_SEARCH_USER and LAGRUM_SEARCH_PASSWORD, or in a file"
    )]
    Credentials,
    /// Credentials would be sent for anybody to read.
    #[error("credentials for {0} would travel unencrypted: use https, or an address of this machine")]
    Unencrypted(String),
    /// A file cannot be used.
    #[error("{path}: {problem}")]
    File {
        /// The file.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl Access {
    /// Reads addresses separated by commas.
    pub fn parse(text: &str) -> Result<Self, AccessError> {
        let mut addresses = Vec::new();
        for address in text.split(',').map(str::trim).filter(|address| !address.is_empty()) {
            // First of all, since every other mistake is told with the address.
            if address.contains('@') {
                return Err(AccessError::Credentials);
            }
            let wrong = || AccessError::Address(address.to_owned());
            let rest = address.strip_prefix("http://").or_else(|| address.strip_prefix("https://"));
            let rest = rest.ok_or_else(wrong)?;
            if rest.is_empty() || rest.starts_with('/') || rest.contains(['?', '#', ' ']) {
                return Err(wrong());
            }
            addresses.push(address.trim_end_matches('/').to_owned());
        }
        if addresses.is_empty() {
            return Err(AccessError::Address(text.to_owned()));
        }
        Ok(Self { addresses, authorization: None, ca: None })
    }

    /// The same with a user. Refused where the password would leave this machine unencrypted.
    pub fn with_user(mut self, user: &str, password: &str) -> Result<Self, AccessError> {
        if let Some(open) = self.addresses.iter().find(|address| !is_safe(address)) {
            return Err(AccessError::Unencrypted(open.clone()));
        }
        self.authorization = Some(Secret(format!("Basic {}", STANDARD.encode(format!("{user}:{password}")))));
        Ok(self)
    }

    /// The same with the user in a file: one line `user:password`.
    pub fn with_user_file(self, path: &Path) -> Result<Self, AccessError> {
        let wrong = |problem: String| AccessError::File { path: path.display().to_string(), problem };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let line = text.lines().next().unwrap_or_default();
        let (user, password) =
            line.split_once(':').ok_or_else(|| wrong("expected one line user:password".to_owned()))?;
        self.with_user(user, password)
    }

    /// The same, trusting the certificates of a PEM file and no others.
    pub fn with_ca_file(mut self, path: &Path) -> Result<Self, AccessError> {
        let wrong = |problem: String| AccessError::File { path: path.display().to_string(), problem };
        let pem = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
        if certificates(&pem).is_empty() {
            return Err(wrong("expected certificates in PEM".to_owned()));
        }
        self.ca = Some(pem);
        Ok(self)
    }
}

/// The certificates of a PEM file that can be read.
pub(crate) fn certificates(pem: &[u8]) -> Vec<ureq::tls::Certificate<'static>> {
    ureq::tls::parse_pem(pem)
        .filter_map(|item| match item {
            Ok(ureq::tls::PemItem::Certificate(certificate)) => Some(certificate.to_owned()),
            _ => None,
        })
        .collect()
}

fn is_safe(address: &str) -> bool {
    let Some(rest) = address.strip_prefix("http://") else { return true };
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|own| {
        rest.strip_prefix(own).is_some_and(|after| after.is_empty() || after.starts_with([':', '/']))
    })
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Access")
            .field("addresses", &self.addresses)
            .field("has_user", &self.authorization.is_some())
            .field("has_ca", &self.ca.is_some())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_what_is_none() {
        let check = |text: &str, expected: Option<&[&str]>| {
            let found = Access::parse(text).ok().map(|access| access.addresses);
            assert_eq!(
                found.as_deref(),
                expected.map(|e| e.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>()).as_deref(),
                "{text}"
            );
        };
        check("http://a:9200", Some(&["http://a:9200"]));
        check(" https://a:9200/ , http://b", Some(&["https://a:9200", "http://b"]));
        check("https://a/search", Some(&["https://a/search"]));
        check("", None);
        check("a:9200", None);
        check("http://", None);
        check("http://a b", None);
        check("ftp://a", None);
        for address in
            ["https://me:secret@a", "me:secret@a:9200", "ftp://me:secret@a", "https://me:se cret@a"]
        {
            assert_eq!(Access::parse(address).unwrap_err(), AccessError::Credentials, "{address}");
        }
    }

    #[test]
    fn a_password_is_neither_printed_nor_sent_in_the_open() {
        let access = Access::parse("https://a:9200").unwrap().with_user("me", "hemligt").unwrap();
        let printed = format!("{access:?}");
        assert!(!printed.contains("hemligt") && !printed.contains("Basic"), "{printed}");
        assert!(!printed.contains(&STANDARD.encode("me:hemligt")), "{printed}");
        for (address, safe) in [
            ("http://search:9200", false),
            ("http://127.0.0.1.example:9200", false),
            ("http://127.0.0.1:9200", true),
            ("http://localhost", true),
            ("https://search:9200", true),
        ] {
            assert_eq!(Access::parse(address).unwrap().with_user("me", "x").is_ok(), safe, "{address}");
        }
    }
}
