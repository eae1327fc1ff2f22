//! Serving stored files, whole or in part.
//!
//! A download of a dump can take an hour, and can be broken off and resumed; meanwhile the dumps may be rebuilt. Two rules
//! prevent that a client gets half of one file and half of another. A file is opened once and read through that handle, so
//! running downloads continue with the old file when it is replaced by renaming. And a resumed download that names the file it
//! began with (`If-Range`) gets a part only if that is still the file.
//!
//! Names from requests are never used as paths: a [`FileSet`] is a fixed list of names, and other names do not exist.

use std::collections::BTreeMap;
use std::io::SeekFrom;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio_util::io::ReaderStream;

use crate::ApiError;
use crate::response::ranges::{Wanted, wanted};

/// Bytes read from the disk at a time.
const CHUNK: usize = 64 * 1024;

/// One file that may be served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Its media type, such as `application/gzip`.
    pub content_type: &'static str,
    /// An identifier of its content, for example a checksum: visible ASCII without quotes. Without it, size and time of last
    /// change are used, which differ between copies on two servers.
    pub identity: Option<String>,
}

/// The files that exist, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileSet(BTreeMap<String, ServedFile>);

impl FromIterator<(String, ServedFile)> for FileSet {
    fn from_iter<I: IntoIterator<Item = (String, ServedFile)>>(files: I) -> Self {
        Self(files.into_iter().collect())
    }
}

impl FileSet {
    /// Answers a request for the file of this name: 200, 206 or 304, or the failure 404, 412 or 416.
    pub async fn serve(&self, name: &str, request: &Parts) -> Result<Response, ApiError> {
        let file = self.0.get(name).ok_or_else(|| ApiError::not_found(format!("no file named {name}")))?;
        file.serve(request).await
    }
}

impl ServedFile {
    /// Answers a request for this file: 200, 206 or 304, or the failure 412 or 416.
    ///
    /// A file that cannot be opened is a fault of the server, since the manifest lists it.
    pub async fn serve(&self, request: &Parts) -> Result<Response, ApiError> {
        let file = File::open(&self.path).await.map_err(|error| ApiError::internal(&error))?;
        let identity = self.identity.as_deref();
        let content = OpenFile { content_type: self.content_type, identity, dated: true };
        content.serve(file, &request.method, &request.headers).await
    }
}

/// An open file with what its response needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OpenFile<'a> {
    /// As in [`ServedFile`].
    pub(crate) content_type: &'static str,
    /// As in [`ServedFile`].
    pub(crate) identity: Option<&'a str>,
    /// Whether the file's time of last change is the time at which its content last changed.
    pub(crate) dated: bool,
}

impl OpenFile<'_> {
    /// Answers a request for the file: 200, 206 or 304, or the failure 412 or 416. The file is read as the client takes it.
    pub(crate) async fn serve(
        self,
        mut file: File,
        method: &Method,
        headers: &HeaderMap,
    ) -> Result<Response, ApiError> {
        let metadata = file.metadata().await.map_err(|error| ApiError::internal(&error))?;
        let size = metadata.len();
        let modified = metadata.modified().ok().filter(|_| self.dated);
        let validators = Validators::of(self.identity, size, modified);

        validators.check(headers)?;
        if validators.unchanged(headers) {
            return Ok(validators.on(StatusCode::NOT_MODIFIED.into_response()));
        }
        let (status, bytes) = match part(method, headers, size, &validators) {
            Wanted::Whole => (StatusCode::OK, 0..size),
            Wanted::Part(bytes) => (StatusCode::PARTIAL_CONTENT, bytes),
            Wanted::Outside => return Err(ApiError::RangeNotSatisfiable { size }),
        };
        if bytes.start > 0 {
            file.seek(SeekFrom::Start(bytes.start)).await.map_err(|error| ApiError::internal(&error))?;
        }
        let length = bytes.end - bytes.start;
        let body = Body::from_stream(ReaderStream::with_capacity(file.take(length), CHUNK));
        let mut response = validators.on((status, body).into_response());
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        if status == StatusCode::PARTIAL_CONTENT {
            let range = format!("bytes {}-{}/{size}", bytes.start, bytes.end - 1);
            headers.extend(HeaderValue::try_from(range).ok().map(|range| (header::CONTENT_RANGE, range)));
        }
        Ok(response)
    }
}

/// The bytes that a request asks for, by its range and the condition on it.
fn part(method: &Method, headers: &HeaderMap, size: u64, validators: &Validators) -> Wanted {
    match single(headers, header::RANGE) {
        // Ranges have a meaning for GET only.
        Some(range) if *method == Method::GET && validators.resumable(headers) => wanted(range, size),
        _ => Wanted::Whole,
    }
}

/// What identifies one content of a file.
struct Validators {
    /// Strong, with its quotes.
    tag: String,
    /// To the second, as HTTP counts.
    modified: Option<SystemTime>,
}

impl Validators {
    fn of(identity: Option<&str>, size: u64, modified: Option<SystemTime>) -> Self {
        let age = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let tag = match identity {
            Some(identity) => format!("\"{identity}\""),
            None => format!("\"{size:x}-{:x}\"", age.unwrap_or_default().as_nanos()),
        };
        let modified = age.map(|age| UNIX_EPOCH + Duration::from_secs(age.as_secs()));
        Self { tag, modified }
    }

    /// Fails with 412 if the request is meant for another content.
    fn check(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let holds = if headers.contains_key(header::IF_MATCH) {
            listed(headers, header::IF_MATCH).any(|tag| tag == "*" || tag == self.tag)
        } else {
            match (date(headers, header::IF_UNMODIFIED_SINCE), self.modified) {
                (Some(since), Some(modified)) => modified <= since,
                _ => true,
            }
        };
        if holds { Ok(()) } else { Err(ApiError::PreconditionFailed) }
    }

    /// Whether the client already holds this content.
    fn unchanged(&self, headers: &HeaderMap) -> bool {
        if headers.contains_key(header::IF_NONE_MATCH) {
            return listed(headers, header::IF_NONE_MATCH)
                .any(|tag| tag == "*" || tag.trim_start_matches("W/") == self.tag);
        }
        match (date(headers, header::IF_MODIFIED_SINCE), self.modified) {
            (Some(since), Some(modified)) => modified <= since,
            _ => false,
        }
    }

    /// Whether a part of this content continues what the client has: true unless `If-Range` names another content.
    fn resumable(&self, headers: &HeaderMap) -> bool {
        match single(headers, header::IF_RANGE) {
            Some(tag) if tag.contains('"') => tag == self.tag,
            Some(_) => self.modified.is_some() && date(headers, header::IF_RANGE) == self.modified,
            None => !headers.contains_key(header::IF_RANGE),
        }
    }

    fn on(&self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        headers.extend(HeaderValue::try_from(&self.tag).ok().map(|tag| (header::ETAG, tag)));
        let modified = self.modified.map(httpdate::fmt_http_date);
        let modified = modified.and_then(|date| HeaderValue::try_from(date).ok());
        headers.extend(modified.map(|date| (header::LAST_MODIFIED, date)));
        response
    }
}

/// The value of a header that was sent once; None when it is missing, repeated or not ASCII.
fn single(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?.trim();
    values.next().is_none().then_some(value)
}

fn date(headers: &HeaderMap, name: HeaderName) -> Option<SystemTime> {
    httpdate::parse_http_date(single(headers, name)?).ok()
}

fn listed(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|list| list.split(',').map(str::trim))
}
