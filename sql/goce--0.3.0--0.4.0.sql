-- From version 0.3.0 to 0.4.0. scripts/upgrade-script wrote it from the two scripts of CREATE EXTENSION, except for
-- what stands at its end. scripts/test-upgrade holds an upgraded database to a fresh one.
\echo Use "ALTER EXTENSION goce UPDATE TO '0.4.0'" to load this file. \quit


-- By hand: nothing.
