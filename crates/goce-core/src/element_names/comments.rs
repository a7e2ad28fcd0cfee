//! Names of elements that hold comments, and of those about commenting.

use super::letters::{Letters, is_made_of, says};
use super::meaning::Meaning;

/// Where elements about commenting are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Among the comments.
    Comments,
    /// In the whole page, where a name has to say more.
    Page,
}

/// Returns `true` for the name of an element that holds comments, in whatever case, with `-`, `_` and digits anywhere.
pub fn is_of_comments(name: &str) -> bool {
    if !has_word(name) {
        return false;
    }
    let letters = Letters::of(name);
    let before = Meaning::BeforeComments.words();
    let behind = Meaning::BehindComments.words();
    let parts = || parts(letters.read());
    letters.are_all && parts().any(|(start, end)| is_made_of(start, &[before]) && is_made_of(end, &[behind]))
}

/// Returns `true` for the name of an element about commenting, in whatever case, with `-`, `_` and digits between and in
/// its words; a word for comments has none in its first letters.
pub fn is_about_comments(name: &str, place: Place) -> bool {
    if !may_be_about_comments(name) {
        return false;
    }
    let letters = Letters::of(name);
    let here = match place {
        Place::Comments => Meaning::CommentFormAmongComments,
        Place::Page => Meaning::CommentFormOnPage,
    };
    if [Meaning::CommentForm, here].iter().any(|meaning| letters.begin_with(*meaning)) {
        return true;
    }
    let before = [Meaning::BeforeComments.words(), Meaning::BeforeCommentForm.words()];
    let behind = Meaning::BehindCommentForm.words();
    let is_behind = |end: &[u8]| behind.iter().any(|word| end.starts_with(word.as_bytes()));
    place == Place::Page
        && (letters.are_all && says(letters.read(), Meaning::CommentFormAlone)
            || has_word(name) && parts(letters.read()).any(|(start, end)| is_behind(end) && is_made_of(start, &before)))
}

/// Returns `true` if a name may be that of an element about commenting: few have a word for comments, or the first
/// letters of another such name.
pub fn may_be_about_comments(name: &str) -> bool {
    has_word(name) || may_start(name)
}

/// Returns what stands before and behind each word for comments that the letters of a name have.
fn parts(letters: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    Meaning::Comments.words().iter().filter_map(move |word| {
        let at = memchr::memmem::find(letters, word.as_bytes())?;
        Some((&letters[..at], &letters[at + word.len()..]))
    })
}

/// Returns `true` if a list of classes may have a word for comments, or "trackback". Other names about commenting count as
/// ids alone, where they stand by themselves on a page.
pub fn may_speak_of_comments(classes: &str) -> bool {
    let bytes = classes.as_bytes();
    let is = |at: usize, letter: u8| bytes.get(at).is_some_and(|byte| byte | 0x20 == letter);
    has_word(classes)
        || memchr::memchr2_iter(b'k', b'K', bytes).any(|at| at > 0 && is(at - 1, b'c') && is(at + 1, b'b'))
}

/// Returns `true` if a name may have a word for comments: all of these begin with `com` or `kom` and an `m` or an `e`.
fn has_word(name: &str) -> bool {
    let bytes = name.as_bytes();
    let is_any = |at: usize, letters: &[u8]| bytes.get(at).is_some_and(|byte| letters.contains(&(byte | 0x20)));
    memchr::memchr2_iter(b'm', b'M', bytes)
        .any(|at| at > 1 && is_any(at - 1, b"o") && is_any(at - 2, b"ck") && is_any(at + 1, b"me"))
}

/// Returns `true` if the first letters of a name are those of one about commenting without a word for comments.
fn may_start(name: &str) -> bool {
    let mut letters = name.bytes().filter(u8::is_ascii_alphabetic).map(|byte| byte | 0x20);
    let mut next = || letters.next().unwrap_or(0);
    let begins = [next(), next(), next()];
    matches!(&begins, b"can" | b"lea" | b"pin" | b"res" | b"sub" | b"tra")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cases, lines};

    #[test]
    fn names_of_holders() {
        for [name] in cases(
            "
            comments
            Comment
            comment-list
            comments_area
            commentSection
            post-comments
            comment-123
            div-comment-7
            wp-block-comments
            comments-block
            jc_commentsDiv
            articleComments
            kommentare
            leserkommentare
            comentarios
            commenti
            comment-list-wrapper
            comments--wrap
            comment_tpl",
        ) {
            assert!(may_speak_of_comments(name) && is_of_comments(name), "{name}");
        }
        for name in lines(
            "
            commentary
            comment-count
            comments-link
            comment-form
            recent-comments
            no-comments
            has-comments
            commenting
            common
            uncommented
            latest-comments-widget
            commentscount
            home
            comments-are-in-a-name-that-is-much-longer-than-any-name-that-holds-comments",
        )
        .chain([""])
        {
            assert!(!is_of_comments(name), "{name}");
        }
    }

    #[test]
    fn starts_pass_the_first_look() {
        for meaning in [
            Meaning::Comments,
            Meaning::CommentForm,
            Meaning::CommentFormAmongComments,
            Meaning::CommentFormOnPage,
            Meaning::CommentFormAlone,
        ] {
            for name in meaning.words() {
                assert!(may_be_about_comments(name), "{name}");
            }
        }
        assert!(may_start("Leave-a-reply") && may_start("track_back") && !may_start("content") && !may_start("re"));
    }

    #[test]
    fn names_about_commenting() {
        for [name] in cases(
            "
            comment-form
            commentform
            CommentForm2
            comments-form
            news-comment-form
            addCommentForm
            wp-block-post-comments-form
            comment-captcha
            comment-preview-confirmation
            comment_error
            comment-complete
            comment-notes
            comment-policy
            comment-guidelines
            comment-form-with-a-name-that-is-longer-than-all-that-is-read-of-a-name
            comment-reply-title
            kommentarformular
            respond
            respond_intro
            trackbacks
            trackback-url
            pings
            leave-a-reply",
        ) {
            assert!(is_about_comments(name, Place::Page), "{name}");
        }
        for name in lines(
            "
            -
            é
            comment
            comments
            comment-reply
            comment-text
            comment-submitted
            comment-editors-pick
            lang-comment
            commenting-on-qna
            responsive
            respondents
            responding-to-events
            form
            contact-form
            preview
            shopping-policy
            js-comment-text-and-form
            mispings",
        )
        .chain([""])
        {
            assert!(!is_about_comments(name, Place::Page), "{name}");
        }
        for name in ["comments-open", "subscribe-to-comments", "respond-now", "pings-list"] {
            assert!(is_about_comments(name, Place::Comments) && !is_about_comments(name, Place::Page), "{name}");
        }
        for name in ["comment-form", "comments-info", "respond", "trackbacks"] {
            assert!(is_about_comments(name, Place::Comments), "{name}");
        }
        for name in ["comment-error", "comments-form", "news-comment-form", "pingback"] {
            assert!(!is_about_comments(name, Place::Comments), "{name}");
        }
    }
}
