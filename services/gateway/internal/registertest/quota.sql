-- A stand-in for the quota service's schema: the same function, with a limit
-- that a test can set, no months and one signal for each refused document.
CREATE SCHEMA quota;

CREATE TABLE quota.limits (documents int NOT NULL);
INSERT INTO quota.limits VALUES (1000000);

CREATE TABLE quota.charges (document uuid PRIMARY KEY, account text NOT NULL, given_back boolean NOT NULL DEFAULT false);
CREATE TABLE quota.signals (account text NOT NULL);

CREATE FUNCTION quota.charge(account text, plan text, documents uuid[], n int,
                             OUT charged int, OUT used int, OUT month_limit int, OUT signalled boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    SELECT l.documents INTO month_limit FROM quota.limits l;
    IF n = -1 THEN
        UPDATE quota.charges c SET given_back = true
        WHERE c.document = ANY (charge.documents) AND c.account = charge.account AND NOT c.given_back;
        GET DIAGNOSTICS charged = ROW_COUNT;
        signalled := false;
    ELSE
        INSERT INTO quota.charges
        SELECT d, charge.account FROM unnest(charge.documents) AS d
        LIMIT greatest(0, month_limit - (SELECT count(*) FROM quota.charges c WHERE c.account = charge.account AND NOT c.given_back));
        GET DIAGNOSTICS charged = ROW_COUNT;
        signalled := charged < cardinality(charge.documents);
        IF signalled THEN
            INSERT INTO quota.signals VALUES (charge.account);
        END IF;
    END IF;
    SELECT count(*) INTO used FROM quota.charges c WHERE c.account = charge.account AND NOT c.given_back;
END
$$;
