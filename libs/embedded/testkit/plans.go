package testkit

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Plan is a statement with the plan that PostgreSQL used for it.
type Plan struct {
	Query string   `json:"Query Text"`
	Root  PlanNode `json:"Plan"`
}

// PlanNode is a part of a plan as EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) returns it.
type PlanNode struct {
	Type     string     `json:"Node Type"`
	Relation string     `json:"Relation Name"`
	Index    string     `json:"Index Name"`
	Rows     float64    `json:"Actual Rows"`
	Hit      int        `json:"Shared Hit Blocks"`
	Read     int        `json:"Shared Read Blocks"`
	Plans    []PlanNode `json:"Plans"`
}

// Blocks is the number of blocks that the node and its parts read.
func (n PlanNode) Blocks() int { return n.Hit + n.Read }

// SeqScans returns the tables that the plan reads from end to end.
func (n PlanNode) SeqScans() (tables []string) {
	n.walk(func(part PlanNode) {
		if part.Type == "Seq Scan" {
			tables = append(tables, part.Relation)
		}
	})
	return tables
}

// UsesIndex reports whether a part of the plan reads the index.
func (n PlanNode) UsesIndex(index string) bool {
	return slices.ContainsFunc([]string{"Index Scan", "Index Only Scan", "Bitmap Index Scan"},
		func(nodeType string) bool { return n.Uses(nodeType, index) })
}

// Uses reports whether a node of that type reads the index.
func (n PlanNode) Uses(nodeType, index string) (found bool) {
	n.walk(func(part PlanNode) { found = found || part.Type == nodeType && part.Index == index })
	return found
}

func (n PlanNode) walk(visit func(PlanNode)) {
	visit(n)
	for _, p := range n.Plans {
		p.walk(visit)
	}
}

// Plans collects the plans of the statements of a pool, including those in functions. It is safe for concurrent use.
type Plans struct {
	mu  sync.Mutex
	all []Plan
}

// Take returns the plans since the last call.
func (p *Plans) Take() []Plan {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.all
	p.all = nil
	return all
}

// notice collects a notice of the extension auto_explain.
func (p *Plans) notice(_ *pgconn.PgConn, n *pgconn.Notice) {
	_, text, ok := strings.Cut(n.Message, "plan:\n")
	var plan Plan
	if !ok || json.Unmarshal([]byte(text), &plan) != nil { // a statement with a NUL is not valid JSON
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, plan)
}

// Explained opens a pool whose statements report their plans, until the test's end. The settings apply to
// each connection, as "enable_seqscan = off".
func Explained(t testing.TB, url, schema string, settings ...string) (*pgxpool.Pool, *Plans) {
	t.Helper()
	plans := &Plans{}
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	cfg.ConnConfig.RuntimeParams["search_path"] = schema
	cfg.ConnConfig.RuntimeParams["client_min_messages"] = "log"
	cfg.ConnConfig.OnNotice = plans.notice
	sql := `LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_analyze = on;
		SET auto_explain.log_buffers = on; SET auto_explain.log_timing = off; SET auto_explain.log_format = json;
		SET auto_explain.log_nested_statements = on`
	for _, s := range settings {
		sql += "; SET " + s
	}
	cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, sql)
		return err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool, plans
}
