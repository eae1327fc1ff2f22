//! Panics: one in a handler ends its request, not the server.
//!
//! Only the hook that runs while a panic unwinds knows its stack. The hook stores the stack in a thread-local variable. The
//! code that catches the panic, always on the same thread, takes it from there.

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use lagrum_answers::Fault;

use crate::ApiError;

thread_local! {
    static TRACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Installs the hook in front of the existing hook. Later calls do nothing.
pub(crate) fn install_hook() {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            store_trace(info);
            before(info);
        }));
    });
}

fn store_trace(info: &PanicHookInfo<'_>) {
    let place = info.location().map(|place| format!("at {place}\n")).unwrap_or_default();
    let trace = format!("{place}{}", Backtrace::force_capture());
    TRACE.with(|stored| *stored.borrow_mut() = Some(trace));
}

/// The failure of a caught panic. Must be called on the thread that panicked.
pub(crate) fn fault(payload: &(dyn Any + Send)) -> ApiError {
    let message = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned());
    let trace = TRACE.with(|stored| stored.borrow_mut().take());
    ApiError::Internal(Fault { kind: "panic".into(), message, trace })
}

/// The response of `made`, or the failure response if it panics.
pub(crate) async fn caught(made: impl Future<Output = Response>) -> Response {
    AssertUnwindSafe(made).catch_unwind().await.unwrap_or_else(|panic| fault(&*panic).into_response())
}
