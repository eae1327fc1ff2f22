//! A panic in a handler ends its request, not the server.
//!
//! The stack of a panic is only known to the hook that runs while it unwinds. The hook leaves it with the thread,
//! and whoever catches the panic, always on that thread, picks it up from there.

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic::PanicHookInfo;
use std::sync::Once;

use axum::body::Body;
use axum::response::{IntoResponse, Response};

use lagrum_answers::Fault;

use crate::ApiError;

thread_local! {
    static TRACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Makes panics leave their stack behind, in addition to what was done about them before. Later calls do nothing.
pub(crate) fn keep_traces() {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            leave(info);
            before(info);
        }));
    });
}

fn leave(info: &PanicHookInfo<'_>) {
    let place = info.location().map(|place| format!("at {place}\n")).unwrap_or_default();
    let trace = format!("{place}{}", Backtrace::force_capture());
    TRACE.with(|kept| *kept.borrow_mut() = Some(trace));
}

/// The failure a caught panic stands for. To be called on the thread that panicked.
pub(crate) fn fault(payload: &(dyn Any + Send)) -> ApiError {
    let message = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned());
    let trace = TRACE.with(|kept| kept.borrow_mut().take());
    ApiError::Internal(Fault { kind: "panic".into(), message, trace })
}

/// The answer to a request whose handler panicked.
#[expect(clippy::needless_pass_by_value, reason = "the signature the layer calls")]
pub(crate) fn answer(payload: Box<dyn Any + Send + 'static>) -> Response<Body> {
    fault(&*payload).into_response()
}
