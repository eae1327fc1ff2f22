//! A limit of the time in which nothing is sent or received. The timeouts of the client are those of a whole answer, which may be long;
//! a publisher that has stopped sending is not waited for until then.

use std::time::Duration;

use ureq::Error;
use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, NextTimeout, Transport};

/// Connects as the connector before it, with this limit.
#[derive(Debug)]
pub(crate) struct StallLimit(pub(crate) Duration);

/// A connection with the limit.
#[derive(Debug)]
pub(crate) struct Limited<T> {
    connection: T,
    limit: Duration,
}

impl<In: Transport> Connector<In> for StallLimit {
    type Out = Limited<In>;

    fn connect(&self, _: &ConnectionDetails<'_>, chained: Option<In>) -> Result<Option<Self::Out>, Error> {
        Ok(chained.map(|connection| Limited { connection, limit: self.0 }))
    }
}

impl<T> Limited<T> {
    fn within(&self, timeout: NextTimeout) -> NextTimeout {
        NextTimeout { after: timeout.after.min(self.limit.into()), ..timeout }
    }
}

impl<T: Transport> Transport for Limited<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.connection.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.connection.transmit_output(amount, self.within(timeout))
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.connection.await_input(self.within(timeout))
    }

    fn is_open(&mut self) -> bool {
        self.connection.is_open()
    }

    fn is_tls(&self) -> bool {
        self.connection.is_tls()
    }
}
