//! The program from outside: the binary itself, run on temporary folders and on ports the system chooses.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod command_line;
mod corpora;
mod faults;
mod hostile;
mod killed;
mod mirror;
mod printing;
mod proxy;
mod resolve;
mod serve;
mod support;
mod swap;
