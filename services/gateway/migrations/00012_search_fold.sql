-- +goose Up

-- What texts are compared by in searches: lower case without accents, "ss" for
-- "ß". Package records/search does the same to what is typed. An expression, not a
-- column: rows of all ages and of both versions beside each other are found
-- alike. ASCII, which most text is once its accents are gone, needs none of the dear
-- steps. PL/pgSQL, because a function in SQL is copied into the query, where each
-- mention of the value would be computed again; its cost is what makes the planner
-- prefer the index to computing it for many rows.
-- +goose StatementBegin
CREATE FUNCTION search_fold(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 5000 AS $$
DECLARE
    folded text := value;
BEGIN
    IF octet_length(folded) > char_length(folded) THEN
        folded := regexp_replace(normalize(folded, NFKD), '[\u0300-\u036f]+', '', 'g');
    END IF;
    folded := lower(folded);
    IF octet_length(folded) > char_length(folded) THEN
        folded := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(folded,
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ı', 'i'),
            '’', '''');
    END IF;
    RETURN folded;
END
$$;
-- +goose StatementEnd

-- How often words stand in documents: without it the planner takes every word for
-- a rare one, and reads all documents with a common one to show the newest few.
CREATE STATISTICS documents_searched ON (search_fold(file_name || E'\n' || search)) FROM documents;
