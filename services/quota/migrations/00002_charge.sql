-- +goose Up

-- charge keeps the search path that holds here. It names pg_temp last, or a
-- caller's temporary tables would be found before the schema's own.
SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);

-- give_back returns the charges of documents to the months that bore them, once
-- for each, and tells how many it returned.
-- +goose StatementBegin
CREATE FUNCTION give_back(account text, documents uuid[]) RETURNS int
LANGUAGE sql AS $$
    WITH returned AS (
        UPDATE charges c SET given_back_at = clock_timestamp()
        WHERE c.document = ANY (give_back.documents) AND c.account = give_back.account AND c.given_back_at IS NULL
        RETURNING c.month
    ), credited AS (
        UPDATE months m SET used = m.used - r.n
        FROM (SELECT month, count(*)::int AS n FROM returned GROUP BY month) r
        WHERE m.account = give_back.account AND m.month = r.month
    )
    SELECT count(*)::int FROM returned;
$$;
-- +goose StatementEnd

-- reach notes a threshold and tells whether it was the first time.
-- +goose StatementBegin
CREATE FUNCTION reach(account text, month date, kind text, plan text, used int, month_limit int) RETURNS boolean
LANGUAGE sql AS $$
    WITH noted AS (
        INSERT INTO thresholds (account, month, kind, plan, used, month_limit)
        VALUES (reach.account, reach.month, reach.kind, reach.plan, reach.used, reach.month_limit)
        ON CONFLICT DO NOTHING
        RETURNING 1
    )
    SELECT EXISTS (SELECT FROM noted);
$$;
-- +goose StatementEnd

-- open_month locks the account's month until the transaction ends and gives
-- what it has used: charges of one account follow each other, which is what
-- makes the limit exact.
-- +goose StatementBegin
CREATE FUNCTION open_month(account text, month date) RETURNS int
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    n int;
BEGIN
    LOOP
        SELECT used INTO n FROM months m
        WHERE m.account = open_month.account AND m.month = open_month.month FOR UPDATE;
        IF FOUND THEN
            RETURN n;
        END IF;
        INSERT INTO months (account, month, used) VALUES (open_month.account, open_month.month, 0)
        ON CONFLICT DO NOTHING;
    END LOOP;
END
$$;
-- +goose StatementEnd

-- charge is how the register charges documents, within the transaction that
-- accepts them or ends them.
--
-- n = 1 charges as many of the documents, in their order, as the month lets
-- through; charged is how many those are, counted from the first. A document
-- that was charged before is let through and not charged again. The first
-- document refused is a threshold ('exceeded'), and so is reaching the plan's
-- warn_at ('warning'): signalled tells that one was noted. Commit even if the
-- documents are then refused, or the threshold is lost.
--
-- n = -1 gives the charges back; charged is how many were. plan is not used.
--
-- used is the account's present month afterwards. The month stays locked until
-- the transaction ends: call charge late in it.
-- +goose StatementBegin
CREATE FUNCTION charge(account text, plan text, documents uuid[], n int,
                       OUT charged int, OUT used int, OUT month_limit int, OUT signalled boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
#variable_conflict use_column
DECLARE
    this_month date := date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC');
    before     int;
    warn       int;
    candidate  uuid;
BEGIN
    IF n NOT IN (1, -1) OR n IS NULL OR account IS NULL OR documents IS NULL THEN
        RAISE EXCEPTION 'charge of % documents', n USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT documents_per_month, warn_at INTO month_limit, warn FROM plans WHERE name = charge.plan;
    signalled := false;

    IF n = -1 THEN
        charged := give_back(account, documents);
        SELECT m.used INTO used FROM months m WHERE m.account = charge.account AND m.month = this_month;
        used := coalesce(used, 0);
        month_limit := coalesce(month_limit, 0);
        RETURN;
    END IF;

    IF month_limit IS NULL THEN
        RAISE EXCEPTION 'unknown plan %', plan USING ERRCODE = 'invalid_parameter_value';
    END IF;
    before := open_month(account, this_month);
    used := before;
    charged := 0;
    FOREACH candidate IN ARRAY documents LOOP
        IF used < month_limit THEN
            INSERT INTO charges (document, account, month) VALUES (candidate, charge.account, this_month)
            ON CONFLICT DO NOTHING;
            IF FOUND THEN
                used := used + 1;
            END IF;
        ELSIF NOT EXISTS (SELECT FROM charges c WHERE c.document = candidate) THEN
            EXIT;
        END IF;
        charged := charged + 1;
    END LOOP;
    IF used > before THEN
        UPDATE months m SET used = charge.used WHERE m.account = charge.account AND m.month = this_month;
    END IF;

    IF used >= warn THEN
        signalled := reach(account, this_month, 'warning', plan, used, month_limit);
    END IF;
    IF charged < cardinality(documents) THEN
        signalled := reach(account, this_month, 'exceeded', plan, used, month_limit) OR signalled;
    END IF;
END
$$;
-- +goose StatementEnd

-- Who may call charge is granted by the migrate step; nobody may call the rest.
REVOKE ALL ON FUNCTION give_back(text, uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION reach(text, date, text, text, int, int) FROM PUBLIC;
REVOKE ALL ON FUNCTION open_month(text, date) FROM PUBLIC;
REVOKE ALL ON FUNCTION charge(text, text, uuid[], int) FROM PUBLIC;
