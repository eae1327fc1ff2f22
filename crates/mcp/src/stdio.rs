//! The protocol over standard input and output: one message a line.

use lagrum_api::ServedSnapshot;
use rmcp::ServiceExt;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::io::stdio_pipes;

use crate::server::ToolServer;

/// Maximum number of bytes of a line, as of a body over HTTP. A longer line is dropped and logged.
const MAX_LINE: usize = 2_000_000;

/// Serves tools over standard input and output until the input ends. `now` returns the snapshot for each call.
pub async fn serve_stdio(
    now: impl Fn() -> ServedSnapshot + Send + Sync + 'static,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (input, output) = stdio_pipes();
    let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(MAX_LINE);
    let service = ToolServer::from_fn(move |_| Some(now())).serve(transport).await?;
    service.waiting().await?;
    Ok(())
}
