//! The view to log in.

use maud::{Markup, html};

use crate::form::Typed;
use crate::session::Visitor;
use crate::views::layout::document;
use crate::views::token;

/// The form to log in, after a wrong password with the name that was typed. `next` is the address to go on at.
pub fn login(visitor: &Visitor, typed: Typed<'_>, next: &str) -> Markup {
    let wrong = typed.focus("password");
    document(
        "Log in",
        &html! {
            header.top { span.brand { "goce" } }
            main id="main" {
                h1 { "Log in" }
                @if wrong { div.message.bad role="alert" { p { "The password is wrong." } } }
                form.panel method="post" action="/login" {
                    (token(visitor))
                    input type="hidden" name="next" value=(next);
                    label for="name" { "Your name, saved with your marks" }
                    input id="name" name="name" value=(typed.value("name", "")) required maxlength="100" autocomplete="username";
                    label for="password" { "Password" }
                    input id="password" name="password" type="password" required autocomplete="current-password"
                        autofocus[wrong] aria-invalid=[typed.fault("password")];
                    button.main { "Log in" }
                }
            }
        },
    )
}
