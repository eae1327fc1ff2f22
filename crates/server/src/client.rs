//! The client of a request, for limits per client and for the error ledger.
//!
//! Without a proxy, the client is the address at the other end of the connection. Behind a proxy it is the address that
//! the proxy writes in `X-Forwarded-For` or `Forwarded`. Everyone can send these headers, so they are read only on
//! connections from an address that the operator has declared as a proxy ([`TrustedProxies`]). Of several addresses the
//! last one that is not a declared proxy counts: the outermost declared proxy wrote it. The addresses before it cannot be
//! trusted.
//!
//! A proxy that sets one of the two headers usually forwards the other unchanged. So if both name different clients,
//! neither is used. All such requests, and those with an unreadable header, count as one client: the proxy, limited.
//!
//! Limits per client do not apply to two kinds of addresses, because many clients share them: a declared proxy that names
//! no client, and this machine (127.0.0.1 and ::1), from where an undeclared proxy connects. So by default a server that
//! is reached directly is protected, and a proxy on the same machine works. Limits behind a proxy apply when it is
//! declared.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use http::{HeaderMap, HeaderName, header};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The maximum length of forwarding headers, in bytes. Longer ones count as unreadable.
const MAX_HEADER_BYTES: usize = 4096;

/// The client of a request; an extension of every request from a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Client {
    /// Its address, or that of a proxy if the client behind it is unknown.
    pub address: IpAddr,
    /// Whether limits per client apply to it. False for an address that many clients share.
    pub limited: bool,
}

impl Client {
    /// The client at the other end of a connection.
    pub fn direct(peer: IpAddr) -> Self {
        let address = peer.to_canonical();
        // Only this address: nothing connects from the rest of 127.0.0.0/8 by default.
        let this_machine = address == Ipv4Addr::LOCALHOST || address == Ipv6Addr::LOCALHOST;
        Self { address, limited: !this_machine }
    }

    /// The client of a request with these headers that came from `peer`.
    pub fn of(peer: IpAddr, headers: &HeaderMap, proxies: &TrustedProxies) -> Self {
        let peer = peer.to_canonical();
        if !proxies.contains(peer) {
            return Self::direct(peer);
        }
        let named = |name: HeaderName, read: fn(&str) -> Option<IpAddr>| {
            headers.contains_key(&name).then(|| last_unknown(headers, &name, read, proxies))
        };
        let by_list = named(X_FORWARDED_FOR, |text| text.trim().parse().ok().or_else(|| node(text.trim())));
        let by_elements = named(header::FORWARDED, forwarded_for);
        match (by_list, by_elements) {
            (None, None) => Self { address: peer, limited: false },
            (Some(Some(address)), None) | (None, Some(Some(address))) => Self { address, limited: true },
            (Some(Some(one)), Some(Some(other))) if one == other => Self { address: one, limited: true },
            _ => Self { address: peer, limited: true },
        }
    }

    /// The client group, for limits: the address, or for IPv6 its first 64 bits, the smallest network that one customer is
    /// assigned. None if no limit per client applies.
    pub fn group(self) -> Option<IpAddr> {
        let group = match self.address {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => {
                let network = u128::from(address) & (u128::MAX << 64);
                IpAddr::V6(Ipv6Addr::from(network))
            }
        };
        self.limited.then_some(group)
    }
}

/// The last address in the values of a header that is not a declared proxy. None if there is none, or if an address
/// after it cannot be read.
fn last_unknown(
    headers: &HeaderMap,
    name: &HeaderName,
    read: fn(&str) -> Option<IpAddr>,
    proxies: &TrustedProxies,
) -> Option<IpAddr> {
    let values: Vec<_> = headers.get_all(name).iter().collect();
    if values.iter().map(|value| value.len()).sum::<usize>() > MAX_HEADER_BYTES {
        return None;
    }
    for value in values.iter().rev() {
        for element in value.to_str().ok()?.rsplit(',') {
            let address = read(element)?.to_canonical();
            if !proxies.contains(address) {
                return Some(address);
            }
        }
    }
    None
}

/// The address in an element of `Forwarded`, such as `for="[2001:db8::1]:4711";proto=https`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let pair = element.split(';').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then(|| value.trim())
    })?;
    node(pair.trim_matches('"'))
}

/// An address with or without a port; of IPv6 in brackets.
fn node(text: &str) -> Option<IpAddr> {
    if let Some(rest) = text.strip_prefix('[') {
        let (address, _port) = rest.split_once(']')?;
        return address.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    }
    let address = text.split_once(':').map_or(text, |(address, _port)| address);
    address.parse::<Ipv4Addr>().ok().map(IpAddr::V4)
}

/// The addresses of proxies whose forwarding headers are used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<Network>);

impl TrustedProxies {
    /// Whether this is the address of a declared proxy.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// Whether no proxy is declared.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Addresses and networks with commas between; an empty text is none.
impl FromStr for TrustedProxies {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(str::parse).collect::<Result<Vec<Network>, _>>().map(Self)
    }
}

impl FromIterator<Network> for TrustedProxies {
    fn from_iter<I: IntoIterator<Item = Network>>(networks: I) -> Self {
        Self(networks.into_iter().collect())
    }
}

/// An address, or all that share its first bits: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

/// A text that is neither an address nor a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected an address such as 192.0.2.7 or a network such as 10.0.0.0/8")]
pub struct NotANetwork;

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| NotANetwork)?)),
            None => (text, None),
        };
        let address: IpAddr = address.trim().parse().map_err(|_| NotANetwork)?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits > most { Err(NotANetwork) } else { Ok(Self { address, bits }) }
    }
}

impl Network {
    fn contains(self, address: IpAddr) -> bool {
        let same = |one: u128, other: u128, width: u32| {
            let rest = width - u32::from(self.bits);
            one.checked_shr(rest).unwrap_or(0) == other.checked_shr(rest).unwrap_or(0)
        };
        match (self.address, address) {
            (IpAddr::V4(one), IpAddr::V4(other)) => {
                same(u128::from(u32::from(one)), u128::from(u32::from(other)), 32)
            }
            (IpAddr::V6(one), IpAddr::V6(other)) => same(one.into(), other.into(), 128),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(texts: &[&str]) -> TrustedProxies {
        texts.iter().map(|text| text.parse::<Network>().unwrap()).collect()
    }

    fn client(peer: &str, headers: &[(&'static str, &str)], trusted: &[&str]) -> (String, bool) {
        let mut sent = HeaderMap::new();
        for (name, value) in headers {
            sent.append(HeaderName::from_static(name), value.parse().unwrap());
        }
        let client = Client::of(peer.parse().unwrap(), &sent, &proxies(trusted));
        (client.address.to_string(), client.limited)
    }

    #[test]
    fn without_a_declared_proxy_the_client_is_the_peer_whatever_it_sends() {
        let forged = [("x-forwarded-for", "192.0.2.1"), ("forwarded", "for=192.0.2.1")];
        for (peer, address, limited) in [
            ("198.51.100.1", "198.51.100.1", true),
            ("::ffff:198.51.100.1", "198.51.100.1", true),
            ("2001:db8::1", "2001:db8::1", true),
            ("127.0.0.1", "127.0.0.1", false),
            ("::1", "::1", false),
            ("::ffff:127.0.0.1", "127.0.0.1", false),
            ("127.0.0.2", "127.0.0.2", true),
        ] {
            assert_eq!(client(peer, &forged, &[]), (address.to_owned(), limited), "{peer}");
            assert_eq!(client(peer, &forged, &["203.0.113.1"]), (address.to_owned(), limited), "{peer}");
        }
    }

    #[test]
    fn a_declared_proxy_names_the_client() {
        let list = |value| vec![("x-forwarded-for", value)];
        let elements = |value| vec![("forwarded", value)];
        let proxy = "10.0.0.1";
        for (headers, address, limited) in [
            (list("192.0.2.1"), "192.0.2.1", true),
            (list("198.51.100.9, 192.0.2.1"), "192.0.2.1", true),
            (list("198.51.100.9, 192.0.2.1, 10.0.0.2"), "192.0.2.1", true),
            (list("192.0.2.1:4711"), "192.0.2.1", true),
            (list("2001:db8::7"), "2001:db8::7", true),
            (list("[2001:db8::7]:4711"), "2001:db8::7", true),
            (list("unknown"), proxy, true),
            (list("192.0.2.1, unknown"), proxy, true),
            (list(""), proxy, true),
            (list("10.0.0.3"), proxy, true),
            (elements("for=192.0.2.1"), "192.0.2.1", true),
            (elements("proto=https; FOR=\"192.0.2.1:80\""), "192.0.2.1", true),
            (elements("for=198.51.100.9, for=\"[2001:db8::7]:80\";by=10.0.0.1"), "2001:db8::7", true),
            (elements("for=_hidden"), proxy, true),
            (elements("proto=https"), proxy, true),
            (vec![], proxy, false),
            (vec![("x-forwarded-for", "192.0.2.1"), ("forwarded", "for=192.0.2.1")], "192.0.2.1", true),
            (vec![("x-forwarded-for", "192.0.2.1"), ("forwarded", "for=192.0.2.2")], proxy, true),
            (vec![("x-forwarded-for", "192.0.2.9"), ("x-forwarded-for", "192.0.2.1")], "192.0.2.1", true),
        ] {
            assert_eq!(
                client(proxy, &headers, &["10.0.0.0/8"]),
                (address.to_owned(), limited),
                "{headers:?}"
            );
        }
        let long = format!("{}192.0.2.1", "192.0.2.9, ".repeat(1000));
        assert_eq!(client(proxy, &[("x-forwarded-for", &long)], &[proxy]), (proxy.to_owned(), true));
    }

    #[test]
    fn ipv6_is_counted_by_64_bits() {
        let group = |address: &str| Client::direct(address.parse().unwrap()).group().map(|it| it.to_string());
        assert_eq!(group("2001:db8:1:2:3:4:5:6").as_deref(), Some("2001:db8:1:2::"));
        assert_eq!(group("192.0.2.1").as_deref(), Some("192.0.2.1"));
        assert_eq!(group("127.0.0.1"), None);
    }

    #[test]
    fn networks_contain_their_addresses() {
        for (network, address, inside) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("0.0.0.0/0", "11.0.0.1", true),
            ("0.0.0.0/0", "::1", false),
            ("192.0.2.7", "192.0.2.7", true),
            ("192.0.2.7", "192.0.2.6", false),
            ("::/0", "2001:db8::1", true),
            ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/32", "2001:db9::1", false),
        ] {
            assert_eq!(proxies(&[network]).contains(address.parse().unwrap()), inside, "{network} {address}");
        }
        for wrong in ["", "localhost", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/x"] {
            assert_eq!(wrong.parse::<Network>(), Err(NotANetwork), "{wrong}");
        }
    }
}
