//! The view to log in.

use maud::{Markup, html};

use crate::session::Visitor;
use crate::views::layout::document;
use crate::views::token;

/// The form to log in. `wrong`: the last password was wrong. `next` is the address to go on at.
pub fn login(visitor: &Visitor, wrong: bool, next: &str) -> Markup {
    document(
        "Log in",
        &html! {
            header.top { span.brand { "goce" } }
            main id="main" {
                h1 { "Log in" }
                @if wrong { div.message.bad role="alert" { p { "That is not the password." } } }
                form.panel method="post" action="/login" {
                    (token(visitor))
                    input type="hidden" name="next" value=(next);
                    label for="name" { "Your name, saved with your marks" }
                    input id="name" name="name" required maxlength="100" autocomplete="username";
                    label for="password" { "Password" }
                    input id="password" name="password" type="password" required autocomplete="current-password";
                    button.main { "Log in" }
                }
            }
        },
    )
}
