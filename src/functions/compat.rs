//! What declarations of released versions call. A new goce.so is installed for all databases at once, and each of them has
//! its old declarations until `ALTER EXTENSION goce UPDATE` there: until then they call these functions. Such a
//! declaration passes fewer arguments than today's has, so today's functions have symbols of other names.

/// Defines a function of SQL, and a second one that version 0.3.0 declares: it has no argument `hidden` and none
/// behind it, and the results are those of their defaults.
macro_rules! with_released {
    (
        #[pg_extern($($option:tt)*)]
        fn $name:ident, $released:ident(
            $html:ident $(, $argument:ident: $type:ty = $default:tt)*; $hidden:ident $(, $fcinfo:ident)?
            $(; $($last:ident: $last_type:ty = $last_default:tt),+)?
        ) -> $result:ty $body:block
    ) => {
        #[pg_extern($($option)*)]
        fn $name(
            $html: Option<Text>,
            $($argument: default!($type, $default),)*
            $hidden: default!(Option<Text>, "'folded'"),
            $($($last: default!($last_type, $last_default),)+)?
            $($fcinfo: pg_sys::FunctionCallInfo,)?
        ) -> $result {
            $body
        }

        #[pg_extern(sql = false)]
        fn $released(
            $html: Option<Text>,
            $($argument: $type,)*
            $($fcinfo: pg_sys::FunctionCallInfo,)?
        ) -> $result {
            let $hidden: Option<Text> = None;
            $($(let $last: $last_type = None;)+)?
            $body
        }
    };
}
pub(crate) use with_released;
