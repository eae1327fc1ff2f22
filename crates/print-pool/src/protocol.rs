//! The protocol between a page worker and its parent process, over a socket.
//!
//! * A **request** is a [`PageJob`] as a line of JSON. The first one comes with the open file of the PDF.
//! * A **response** is its kind (one byte), its length (eight bytes, little-endian) and its content: a PNG, or a
//!   [`PrintRejection`] as JSON.

use std::fs::File;
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};

use crate::{PageJob, PrintRejection};

/// The maximum number of bytes of a request.
const MAX_REQUEST_BYTES: usize = 1024;

/// The number of bytes before the content of a response.
pub(crate) const HEAD_BYTES: usize = 9;

const PICTURE: u8 = 0;
const REJECTION: u8 = 1;

/// Sends a request. Fails with `WouldBlock` where the socket has no room.
pub(crate) fn send_job(socket: BorrowedFd<'_>, job: &PageJob, pdf: Option<&File>) -> io::Result<()> {
    let mut line = serde_json::to_vec(job)?;
    line.push(b'\n');
    if line.len() > MAX_REQUEST_BYTES {
        return Err(io::Error::other("the job is too long"));
    }
    let files: Vec<BorrowedFd<'_>> = pdf.iter().map(|file| file.as_fd()).collect();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !files.is_empty() && !control.push(SendAncillaryMessage::ScmRights(&files)) {
        return Err(io::Error::other("the file cannot be sent"));
    }
    let sent = sendmsg(socket, &[IoSlice::new(&line)], &mut control, SendFlags::NOSIGNAL)?;
    if sent == line.len() { Ok(()) } else { Err(io::Error::other("the job was sent in part")) }
}

/// Whether the response is a picture, and the length of its content in bytes. None for an unknown kind.
pub(crate) fn response_head(head: [u8; HEAD_BYTES]) -> Option<(bool, u64)> {
    let [kind, length @ ..] = head;
    (kind <= REJECTION).then(|| (kind == PICTURE, u64::from_le_bytes(length)))
}

/// The worker's end of the socket: receives requests, and answers them.
pub struct PageRequests {
    socket: File,
}

impl PageRequests {
    /// The requests that come over this socket.
    pub fn new(socket: OwnedFd) -> Self {
        Self { socket: socket.into() }
    }

    /// Waits for the next request: a job, and the file of the PDF if one comes with it. None when the parent process has
    /// ended, or needs this worker no longer.
    pub fn receive(&mut self) -> io::Result<Option<(PageJob, Option<File>)>> {
        let mut line = Vec::with_capacity(MAX_REQUEST_BYTES);
        let mut pdf = None;
        while line.last() != Some(&b'\n') {
            let mut buffer = [0; MAX_REQUEST_BYTES];
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
            let mut control = RecvAncillaryBuffer::new(&mut space);
            let into = &mut [IoSliceMut::new(&mut buffer)];
            let received = match recvmsg(&self.socket, into, &mut control, RecvFlags::empty()) {
                Err(rustix::io::Errno::INTR) => continue,
                received => received?.bytes,
            };
            for message in control.drain() {
                if let RecvAncillaryMessage::ScmRights(files) = message {
                    pdf = files.last().map(File::from).or(pdf);
                }
            }
            if received == 0 && line.is_empty() {
                return Ok(None);
            }
            line.extend_from_slice(&buffer[..received]);
            if received == 0 || line.len() > MAX_REQUEST_BYTES {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a request without an end"));
            }
        }
        Ok(Some((serde_json::from_slice(&line)?, pdf)))
    }

    /// Answers the request that was received last.
    pub fn answer(&mut self, result: &Result<Vec<u8>, PrintRejection>) -> io::Result<()> {
        let (kind, content) = match result {
            Ok(png) => (PICTURE, png),
            Err(rejection) => (REJECTION, &serde_json::to_vec(rejection)?),
        };
        let mut head = [kind; HEAD_BYTES];
        head[1..].copy_from_slice(&(content.len() as u64).to_le_bytes());
        self.socket.write_all(&head)?;
        self.socket.write_all(content)
    }
}

/// Reads a file to its end.
pub fn read_file(mut file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {

    use std::io::Seek;
    use std::os::unix::net::UnixStream;

    use super::*;

    const JOB: PageJob = PageJob { number: 7, dpi: 150, crop: Some([0.1, 2.5, 3.0, 4.25]) };

    #[test]
    fn jobs_arrive_with_their_file_until_the_parent_has_ended() {
        let (parent, worker) = UnixStream::pair().unwrap();
        let mut requests = PageRequests::new(worker.into());
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"%PDF").unwrap();
        file.rewind().unwrap();
        send_job(parent.as_fd(), &JOB, Some(&file)).unwrap();
        let (job, received) = requests.receive().unwrap().unwrap();
        assert_eq!((job, read_file(received.unwrap()).unwrap()), (JOB, b"%PDF".to_vec()));

        send_job(parent.as_fd(), &JOB, None).unwrap();
        let (job, none) = requests.receive().unwrap().unwrap();
        assert!(job == JOB && none.is_none());
        drop(parent);
        assert!(requests.receive().unwrap().is_none());
    }

    #[test]
    fn requests_without_an_end_are_refused() {
        let (mut parent, worker) = UnixStream::pair().unwrap();
        parent.write_all(&[b' '; 5000]).unwrap();
        assert!(PageRequests::new(worker.into()).receive().is_err());

        let (mut parent, worker) = UnixStream::pair().unwrap();
        parent.write_all(b"{").unwrap();
        drop(parent);
        assert!(PageRequests::new(worker.into()).receive().is_err());
    }

    #[test]
    fn responses_have_a_kind_and_a_length() {
        let (mut parent, worker) = UnixStream::pair().unwrap();
        let mut requests = PageRequests::new(worker.into());
        for (result, expected) in [
            (Ok(b"PNG".to_vec()), (true, 3, b"PNG".to_vec())),
            (Err(PrintRejection::NoSuchPage), (false, 14, br#""no_such_page""#.to_vec())),
        ] {
            requests.answer(&result).unwrap();
            let mut head = [0; HEAD_BYTES];
            parent.read_exact(&mut head).unwrap();
            let (is_picture, length) = response_head(head).unwrap();
            let mut content = vec![0; usize::try_from(length).unwrap()];
            parent.read_exact(&mut content).unwrap();
            assert_eq!((is_picture, length, content), expected);
        }
        assert_eq!(response_head([2; HEAD_BYTES]), None);
    }
}
