SELECT by_body(html) FROM pages ORDER BY id;
ANALYZE pages;
SELECT statistics_name, expr, n_distinct, null_frac FROM pg_stats_ext_exprs ORDER BY expr;
