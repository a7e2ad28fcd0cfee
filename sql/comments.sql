-- A comment on each object, for \df+ and \dT+, and the number of rows that the planner expects of a function.
-- A test fails where an object of the extension has no comment.

COMMENT ON FUNCTION goce_genre(text, bytea, text) IS
'genre of a page, by its HTML, a screenshot or both: article or list-view';
COMMENT ON FUNCTION goce_genre_scores(text, bytea) IS
'genre of a page, the probabilities that it is a list view, and the width of layout that its screenshot shows';
COMMENT ON FUNCTION goce_page_type(text, bytea) IS
'type of a page, by its HTML, a screenshot or both: one of seven, such as article, product or forum';
COMMENT ON FUNCTION goce_page_type_scores(text, bytea) IS
'probability of each page type, by the HTML of a page, a screenshot or both';

COMMENT ON FUNCTION goce_extract(text, text, text, bytea, bool, text, goce_site, text, bool, bytea, text) IS
'main content of a page as plain text, NULL where it has none';
COMMENT ON FUNCTION goce_markdown(text, text, text, bytea, text, bool, bool, text, goce_site, bool, bytea, text, text, bool) IS
'headline and main content of a page as Markdown, NULL where it has none';
COMMENT ON FUNCTION goce_html(text, text, text, bytea, text, bool, text, goce_site, bool, bytea, text) IS
'headline and main content of a page as clean HTML without scripts, NULL where it has none';
COMMENT ON FUNCTION goce_highlight(text, text, text, bytea, bool, text, goce_site, bytea, text) IS
'page itself, inert, with its main content marked, to open in a browser';
COMMENT ON FUNCTION goce_blocks(text, text, text, bytea, bool, text, goce_site, bytea, text) IS
'text blocks of a page in document order, each with its XPath and whether it is content';
COMMENT ON FUNCTION goce_page(text, text, text, text, bytea, bool, text, goce_site, bool, bytea, text) IS
'title, text, Markdown, authors, date, language, genre, page type, confidence, metadata of a page and why it has no text, in one row';
COMMENT ON TYPE goce_page_row IS 'row of goce_page';
COMMENT ON FUNCTION goce_items(text, text, text) IS
'records of a list-view page in document order, each with the fields it has';
COMMENT ON FUNCTION goce_posts(text, text, text) IS
'posts of a thread in document order, each with author, time and text';
COMMENT ON FUNCTION goce_links(text, text, text) IS
'links of a page in document order, each with the part of the page that it stands in and the words around it';
COMMENT ON FUNCTION goce_tables(text, text, text) IS
'tables of a page in document order, each with its header, its cells and whether it holds data';
COMMENT ON FUNCTION goce_images(text, text, text) IS
'pictures of a page in document order, each with its address, its caption and whether it is content';
COMMENT ON FUNCTION goce_hidden(text, text) IS
'texts of a page that a reader does not see, in document order, each with the reason';

COMMENT ON FUNCTION goce_in_transaction_block() IS
'support function of goce_extract_pending';
COMMENT ON FUNCTION goce_diff(text, text, text) IS
'blocks of the main content that were added, removed, changed or moved between two versions of a page';

COMMENT ON FUNCTION goce_select(text, text) IS
'elements of a page that match a CSS selector, in document order, each with its XPath, visible text and HTML';
COMMENT ON FUNCTION goce_chunks(text, text, int, int, text, text, bytea, bool, text, goce_site, bool, bytea, text) IS
'main content of a page in pieces of bounded length, each with the headings that it stands below';

COMMENT ON FUNCTION goce_target_facts(regclass) IS
'support function of goce_create_target, goce_extract_pending and goce_progress';
COMMENT ON FUNCTION goce_sync_chunks(regclass, text, text, text, int, int, text) IS
'keeps a table of the chunks of pages in step with them: what is new, what is gone, and what stays with its row';
COMMENT ON FUNCTION goce_near_duplicates(text, int) IS
'texts of a query (id, content) that are nearly the same as one before them';
COMMENT ON FUNCTION goce_progress_rows() IS
'support function of goce_progress';
COMMENT ON VIEW goce_progress IS
'how far sessions are that extract into targets: one row for each target that the user may read';
COMMENT ON FUNCTION goce_create_target(regclass, text, text[]) IS
'creates a table for goce_extract_pending to extract pages into, the table of its claims and the view of its progress';
COMMENT ON PROCEDURE goce_extract_pending(regclass, regclass, int, text, text, interval, text, text, text, text, bool, text, bool, bool) IS
'extracts the pages of the source that are not in the target yet, in batches that are committed one by one';
COMMENT ON FUNCTION goce_structured(text, text) IS
'JSON-LD, microdata, RDFa and OpenGraph of a page as jsonb, by type';
COMMENT ON FUNCTION goce_feed(text, text) IS
'entries of a feed (RSS, Atom, JSON Feed, OPML) or of a sitemap, in document order';
COMMENT ON FUNCTION goce_metadata(text, text, text) IS
'metadata of a page as jsonb: title, author, authors, date, modified, sitename, language, description, image, url, tags, license, access, product, event, recipe, job, course, residence, robots, damaged';

COMMENT ON FUNCTION goce_url(text) IS
'one form of an address of the web, for joins: no tracking, no fragment; NULL for what is none';

COMMENT ON FUNCTION goce_simhash(text) IS
'64 bits of a text, of which few differ between near-duplicates; NULL for a text without words';
COMMENT ON FUNCTION goce_simhash_distance(bigint, bigint) IS
'number of bits in which two values of goce_simhash differ';
COMMENT ON FUNCTION goce_minhash(text, int, int) IS
'one number a band: near-duplicates have one in common, which a GIN index finds by &&; NULL for a text without words';

COMMENT ON FUNCTION goce_language(text) IS
'language of a text, by its code of ISO 639-1; NULL where that is not sure';
COMMENT ON FUNCTION goce_regconfig(text) IS
'text search configuration for the language of a text; simple where there is none';

COMMENT ON TYPE goce_site IS 'what the pages of a site share: a bounded sample of their blocks';
COMMENT ON AGGREGATE goce_site(text) IS
'what the pages of a site share, in at most 256 kB, the same for any order and division of the pages';
COMMENT ON AGGREGATE goce_site_merge(goce_site) IS
'what the pages of all merged values share';
COMMENT ON FUNCTION goce_site_blocks(goce_site) IS
'texts that several pages of a site have, the commonest first, with the number of pages and its error';
COMMENT ON FUNCTION goce_site_pages(goce_site) IS
'number of pages of which the value was made';
COMMENT ON FUNCTION goce_site_accum(goce_site, text) IS
'transition function of the aggregate goce_site';
COMMENT ON FUNCTION goce_site_combine(goce_site, goce_site) IS
'combine function of the aggregates goce_site and goce_site_merge';
COMMENT ON FUNCTION goce_site_in(cstring) IS 'input function of the type goce_site';
COMMENT ON FUNCTION goce_site_out(goce_site) IS 'output function of the type goce_site';
COMMENT ON FUNCTION goce_site_recv(internal) IS 'binary input function of the type goce_site';
COMMENT ON FUNCTION goce_site_send(goce_site) IS 'binary output function of the type goce_site';

COMMENT ON FUNCTION goce_confidence(text, text, bytea, bool, text, goce_site, bytea, text) IS
'predicted F1 of goce_extract(html), from 0 to 1';

COMMENT ON FUNCTION goce_decode(bytea, text) IS
'text of the bytes of a page, by the encoding sniffing of the HTML standard';
COMMENT ON FUNCTION goce_warc(bytea, int) IS
'records of a WARC or ARC file, plain, gzip or zstd, with the codings of HTTP bodies undone';
COMMENT ON FUNCTION goce_is_html(text, bytea) IS
'true for HTML, by a Content-Type and, where that does not say it, the first bytes of the body';

COMMENT ON FUNCTION goce_sd(text, float8, float8) IS
'regions of a page that are content by the SD algorithm, each with its role';
COMMENT ON FUNCTION goce_sd_kind(text, float8, float8) IS
'kind of a page by the SD algorithm: article, article with comments or multiple';
COMMENT ON FUNCTION goce_sd_fit(text) IS
'thresholds of the SD algorithm, learned from the rows (html, kind) of a query';

COMMENT ON FUNCTION goce_lcs(text, text, text) IS
'longest common subsequence of gold and extracted text, with precision, recall and F1';
COMMENT ON FUNCTION goce_cosine(text, text) IS
'cosine similarity of the word counts of gold and extracted text';
COMMENT ON FUNCTION goce_word_f1(text, text) IS
'precision, recall and F1 of the words that gold and extracted text share, in any order';
COMMENT ON FUNCTION goce_compare(text, text[]) IS
'scores of extraction methods and published models over the rows (html, gold) or (html, gold, genre) of a query, by subset';

COMMENT ON AGGREGATE goce_lcs_eval(text, text) IS
'mean scores of extracted against gold texts, by words';
COMMENT ON AGGREGATE goce_lcs_eval(text, text, text) IS
'mean scores of extracted against gold texts, by words or characters';
COMMENT ON AGGREGATE goce_genre_eval(text, text) IS
'accuracy, precision, recall and F1 of predicted against gold genres, list-view being positive';
COMMENT ON AGGREGATE goce_genre_eval(text, text, text) IS
'accuracy, precision, recall and F1 of predicted against gold classes for a positive class';
COMMENT ON AGGREGATE goce_region_accuracy(int[], int[]) IS
'mean accuracy with which detected regions capture the actual ones, by their densities (equation 4 of the SD paper)';
COMMENT ON TYPE goce_lcs_scores IS 'result of the aggregate goce_lcs_eval';
COMMENT ON TYPE goce_genre_eval_scores IS 'result of the aggregate goce_genre_eval';

COMMENT ON FUNCTION goce_lcs_eval_accum(bigint[], text, text) IS
'transition function of the aggregate goce_lcs_eval';
COMMENT ON FUNCTION goce_lcs_eval_accum(bigint[], text, text, text) IS
'transition function of the aggregate goce_lcs_eval';
COMMENT ON FUNCTION goce_lcs_eval_combine(bigint[], bigint[]) IS
'combine function of the aggregate goce_lcs_eval';
COMMENT ON FUNCTION goce_lcs_eval_final(bigint[]) IS
'final function of the aggregate goce_lcs_eval';
COMMENT ON FUNCTION goce_genre_eval_accum(bigint[], text, text) IS
'transition function of the aggregate goce_genre_eval';
COMMENT ON FUNCTION goce_genre_eval_accum(bigint[], text, text, text) IS
'transition function of the aggregate goce_genre_eval';
COMMENT ON FUNCTION goce_genre_eval_combine(bigint[], bigint[]) IS
'combine function of the aggregate goce_genre_eval';
COMMENT ON FUNCTION goce_genre_eval_final(bigint[]) IS
'final function of the aggregate goce_genre_eval';

COMMENT ON FUNCTION goce_region_accuracy_accum(bigint[], int[], int[]) IS
'transition function of the aggregate goce_region_accuracy';
COMMENT ON FUNCTION goce_region_accuracy_combine(bigint[], bigint[]) IS
'combine function of the aggregate goce_region_accuracy';
COMMENT ON FUNCTION goce_region_accuracy_final(bigint[]) IS
'final function of the aggregate goce_region_accuracy';
COMMENT ON FUNCTION goce_train(text, text, jsonb) IS
'trained model of the content of pages, learned from the rows (html, gold) or (html, gold, url) of a query';
COMMENT ON FUNCTION goce_model_info(bytea) IS
'description of a trained model: options, training data, scores of held-out pages';
COMMENT ON FUNCTION goce_publish(text, bytea, bool) IS
'stores a trained model under a name in goce_models; one of that name is replaced only if that is said';
COMMENT ON FUNCTION goce_model(text) IS
'published model of a name; an unknown name is an error that lists the known ones';
COMMENT ON FUNCTION goce_extract_with(text, bytea) IS
'main content of a page by a trained model, as goce_extract(html, model => ...) has it, which takes more arguments';
COMMENT ON TABLE goce_models IS 'trained models by name';
COMMENT ON COLUMN goce_models.name IS 'name of the model';
COMMENT ON COLUMN goce_models.model IS 'model as goce_train returned it';
COMMENT ON COLUMN goce_models.published_at IS 'time when the model was published last';
COMMENT ON COLUMN goce_models.published_by IS 'user who published the model last, by goce_publish; a plain INSERT or UPDATE writes any name';

COMMENT ON FUNCTION goce_version() IS 'version of the goce library';
COMMENT ON FUNCTION goce_methods() IS
'methods of extraction: what they are, whether they ask for the genre of a page, and whether they heed focus and site';
COMMENT ON FUNCTION goce_models_builtin() IS
'models that are part of the goce library, with the SHA-256 of their weights';
COMMENT ON FUNCTION goce_genre_model() IS
'network in use that tells genres by screenshots, and the process that loaded it';

ALTER FUNCTION goce_blocks(text, text, text, bytea, bool, text, goce_site, bytea, text) ROWS 200;
ALTER FUNCTION goce_chunks(text, text, int, int, text, text, bytea, bool, text, goce_site, bool, bytea, text) ROWS 10;
ALTER FUNCTION goce_compare(text, text[]) ROWS 30;
ALTER FUNCTION goce_diff(text, text, text) ROWS 10;
ALTER FUNCTION goce_feed(text, text) ROWS 30;
ALTER FUNCTION goce_genre_model() ROWS 1;
ALTER FUNCTION goce_hidden(text, text) ROWS 10;
ALTER FUNCTION goce_images(text, text, text) ROWS 30;
ALTER FUNCTION goce_items(text, text, text) ROWS 30;
ALTER FUNCTION goce_links(text, text, text) ROWS 200;
ALTER FUNCTION goce_methods() ROWS 9;
ALTER FUNCTION goce_models_builtin() ROWS 6;
ALTER FUNCTION goce_page_type_scores(text, bytea) ROWS 7;
ALTER FUNCTION goce_posts(text, text, text) ROWS 20;
ALTER FUNCTION goce_sd(text, float8, float8) ROWS 5;
ALTER FUNCTION goce_sd_fit(text) ROWS 1;
ALTER FUNCTION goce_select(text, text) ROWS 50;
ALTER FUNCTION goce_site_blocks(goce_site) ROWS 50;
ALTER FUNCTION goce_tables(text, text, text) ROWS 3;
ALTER FUNCTION goce_warc(bytea, int) ROWS 1000;
