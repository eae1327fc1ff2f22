//! The bodies of responses as connections send them: in frames of limited size, and with their end recorded.

use std::error::Error;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt;
use http_body_util::combinators::UnsyncBoxBody;

use crate::activity::Activity;

/// The maximum size of a frame, in bytes. It must be larger than the minimum of a period ([`WriteTimeout`](crate::WriteTimeout)), because
/// each frame that is written begins a new period.
pub(crate) const MAX_FRAME_BYTES: usize = 64 * 1024;

/// Why a body ended early.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// The body of a response that is being sent.
pub struct ResponseBody {
    body: UnsyncBoxBody<Bytes, BoxError>,
    /// The rest of a frame larger than [`MAX_FRAME_BYTES`].
    rest: Bytes,
    activity: Activity,
}

impl ResponseBody {
    pub(crate) fn new<B>(body: B, activity: Activity) -> Self
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        Self { body: body.map_err(Into::into).boxed_unsync(), rest: Bytes::new(), activity }
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.activity.body_taken();
    }
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if self.rest.is_empty() {
            let Some(frame) = ready!(Pin::new(&mut self.body).poll_frame(cx)?) else {
                return Poll::Ready(None);
            };
            match frame.into_data() {
                Ok(data) => self.rest = data,
                Err(frame) => return Poll::Ready(Some(Ok(frame))),
            }
        }
        let length = self.rest.len().min(MAX_FRAME_BYTES);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.len() as u64;
        let body = self.body.size_hint();
        let mut hint = SizeHint::new();
        hint.set_lower(rest + body.lower());
        if let Some(upper) = body.upper() {
            hint.set_upper(rest + upper);
        }
        hint
    }
}
