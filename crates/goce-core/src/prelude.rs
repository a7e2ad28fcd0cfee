//! What most files need: growth that can fail, and checks for interrupts.

pub use crate::interrupts::{self, CHECK_BYTES, CHECK_EVERY, Checking, Countdown};
pub use crate::memory::{
    Fallible, Held, OutOfMemory, TryEntry, TryPush, TryPushStr, ask_for, try_collect, try_filled, try_to_owned,
    try_with_capacity,
};
