package lexicon_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/require"
)

// loadAll is the environment variable that makes the test binary load everything once and exit.
const loadAll = "DOCMILL_LEXICON_LOAD"

func TestMain(m *testing.M) {
	if os.Getenv(loadAll) != "" {
		load()
		return
	}
	os.Exit(m.Run())
}

func load() {
	lexicon.Labels()
	lexicon.StatementLabels()
	lexicon.ColumnHeadings()
	lexicon.LedgerHeadings()
	lexicon.PartyHeadings()
	lexicon.TypeVotes()
	lexicon.Title.Has("")
	lexicon.Month("")
	lexicon.Synonym("")
	lexicon.CurrencyName("")
	for _, code := range lexicon.Codes() {
		lexicon.LanguageWords(code)
	}
}

// BenchmarkLoad compares the processor time of a process that loads everything with one that does nothing.
func BenchmarkLoad(b *testing.B) {
	self, err := os.Executable()
	require.NoError(b, err)
	for _, c := range []struct{ name, arg, env string }{{"all", "", loadAll + "=1"},
		{"nothing", "-test.run=^$", loadAll + "="}} {
		b.Run(c.name, func(b *testing.B) {
			total := int64(0)
			for b.Loop() {
				cmd := exec.CommandContext(b.Context(), self, c.arg)
				cmd.Env = append(os.Environ(), c.env)
				require.NoError(b, cmd.Run())
				total += int64(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime())
			}
			b.ReportMetric(float64(total)/float64(b.N)/1e6, "cpu-ms/op")
		})
	}
}
