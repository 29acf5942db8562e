package contract_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
)

// belongings holds an installation's whole content as text by place: every table, object and message.
type belongings map[string]string

func sweep(t *testing.T, c *instance.Cluster) belongings {
	t.Helper()
	all := belongings{}
	all.addTables(t, c)
	all.addObjects(t, c)
	all.addMessages(t, c)
	return all
}

// with lists the places that contain one of the words, except those that may.
func (b belongings) with(words []string, may ...string) (places []string) {
	for place, text := range b {
		for _, word := range words {
			if strings.Contains(text, word) && !slices.Contains(may, place) {
				places = append(places, place+": "+word)
			}
		}
	}
	slices.Sort(places)
	return places
}

func (b belongings) addTables(t *testing.T, c *instance.Cluster) {
	t.Helper()
	ctx := t.Context()
	conn := instance.Database(t, c.DatabaseURL())
	defer conn.Close(context.WithoutCancel(ctx))
	// Show bytes as characters.
	_, err := conn.Exec(ctx, `SET bytea_output = 'escape'`)
	require.NoError(t, err)
	rows, err := conn.Query(ctx, `
		SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
	require.NoError(t, err)
	tables, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (id pgx.Identifier, err error) {
		id = make(pgx.Identifier, 2)
		return id, row.Scan(&id[0], &id[1])
	})
	require.NoError(t, err)
	for _, table := range tables {
		var text string
		err := conn.QueryRow(ctx, `SELECT coalesce(string_agg(r::text, E'\n'), '') FROM `+table.Sanitize()+` r`).Scan(&text)
		require.NoError(t, err)
		b["table "+strings.Join(table, ".")] = text
	}
}

func (b belongings) addObjects(t *testing.T, c *instance.Cluster) {
	t.Helper()
	at := c.Bucket()
	bucket, err := blob.New(blob.Config{Endpoint: at.Endpoint, AccessKey: at.AccessKey, SecretKey: at.SecretKey,
		Bucket: at.Bucket})
	require.NoError(t, err)
	err = bucket.Each(t.Context(), "", time.Now().Add(time.Hour), func(key string) error {
		body, _, err := bucket.Get(t.Context(), key)
		if err != nil {
			return err
		}
		defer body.Close()
		content, err := io.ReadAll(body)
		b["object "+key] = key + "\n" + string(content)
		return err
	})
	require.NoError(t, err)
}

func (b belongings) addMessages(t *testing.T, c *instance.Cluster) {
	t.Helper()
	operator := natsclient.Open(t, c)
	for _, spec := range contract.Streams() {
		stream := operator.StreamOf(spec.Account, spec.Name)
		info := stream.CachedInfo()
		for seq := info.State.FirstSeq; seq <= info.State.LastSeq; seq++ {
			msg, err := stream.GetMsg(t.Context(), seq)
			if err != nil {
				continue // it is gone
			}
			b[fmt.Sprintf("message %d of %s in %s", seq, spec.Name, spec.Account)] = fmt.Sprintf("%s\n%v\n%s", msg.Subject,
				msg.Header, msg.Data)
		}
	}
}
