//! The addresses of a cluster and the credentials for it.

use std::fmt;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lagrum_address::HttpAddress;

/// The nodes of a cluster and the credentials for them. Its debug output has the addresses and no secret.
#[derive(Clone)]
pub struct ClusterAccess {
    pub(crate) addresses: Vec<String>,
    /// The value of the header `Authorization`.
    pub(crate) authorization: Option<Secret>,
    /// Certificates to trust instead of those the public web trusts, as PEM.
    pub(crate) ca: Option<Vec<u8>>,
}

/// A credential. It is not in the debug output of anything that has it.
#[derive(Clone)]
pub(crate) struct Secret(pub(crate) String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Why addresses or credentials of a cluster cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterAccessError {
    /// The text is no address.
    #[error(
        "{0:?} is no address of a cluster: name nodes as http://HOST:PORT or https://HOST:PORT, separated by commas"
    )]
    Address(String),
    /// The address has credentials in it, which would be logged.
    #[error(
        "credentials do not belong in an address: give them as LAGRUM_SEARCH_USER and LAGRUM_SEARCH_PASSWORD, or in a file"
    )]
    Credentials,
    /// Credentials would be sent unencrypted.
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

impl ClusterAccess {
    /// Parses addresses separated by commas.
    pub fn parse(text: &str) -> Result<Self, ClusterAccessError> {
        let mut addresses = Vec::new();
        for address in text.split(',').map(str::trim).filter(|address| !address.is_empty()) {
            // Checked first, since all other errors show the address.
            if address.contains('@') {
                return Err(ClusterAccessError::Credentials);
            }
            let wrong = || ClusterAccessError::Address(address.to_owned());
            let rest = address.strip_prefix("http://").or_else(|| address.strip_prefix("https://"));
            let rest = rest.ok_or_else(wrong)?;
            if rest.is_empty() || rest.starts_with('/') || rest.contains(['?', '#', ' ']) {
                return Err(wrong());
            }
            addresses.push(address.trim_end_matches('/').to_owned());
        }
        if addresses.is_empty() {
            return Err(ClusterAccessError::Address(text.to_owned()));
        }
        Ok(Self { addresses, authorization: None, ca: None })
    }

    /// Adds a user and a password. Fails if the password would leave this machine unencrypted.
    pub fn with_user(mut self, user: &str, password: &str) -> Result<Self, ClusterAccessError> {
        if let Some(open) = self.addresses.iter().find(|address| !is_safe(address)) {
            return Err(ClusterAccessError::Unencrypted(open.clone()));
        }
        self.authorization = Some(Secret(format!("Basic {}", STANDARD.encode(format!("{user}:{password}")))));
        Ok(self)
    }

    /// Adds the user of a file with one line `user:password`.
    pub fn with_user_file(self, path: &Path) -> Result<Self, ClusterAccessError> {
        let wrong = |problem: String| ClusterAccessError::File { path: path.display().to_string(), problem };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let line = text.lines().next().unwrap_or_default();
        let (user, password) =
            line.split_once(':').ok_or_else(|| wrong("expected one line user:password".to_owned()))?;
        self.with_user(user, password)
    }

    /// Trusts the certificates of a PEM file and no others.
    pub fn with_ca_file(mut self, path: &Path) -> Result<Self, ClusterAccessError> {
        let wrong = |problem: String| ClusterAccessError::File { path: path.display().to_string(), problem };
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

/// Whether nobody on the network can read a password that is sent to this address.
fn is_safe(address: &str) -> bool {
    address.parse().is_ok_and(|address: HttpAddress| address.is_safe())
}

impl fmt::Debug for ClusterAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClusterAccess")
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
    fn addresses_are_parsed() {
        let check = |text: &str, expected: Option<&[&str]>| {
            let found = ClusterAccess::parse(text).ok().map(|access| access.addresses);
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
            assert_eq!(
                ClusterAccess::parse(address).unwrap_err(),
                ClusterAccessError::Credentials,
                "{address}"
            );
        }
    }

    #[test]
    fn a_password_is_neither_printed_nor_sent_unencrypted() {
        let access = ClusterAccess::parse("https://a:9200").unwrap().with_user("me", "hemligt").unwrap();
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
            assert_eq!(
                ClusterAccess::parse(address).unwrap().with_user("me", "x").is_ok(),
                safe,
                "{address}"
            );
        }
    }
}
