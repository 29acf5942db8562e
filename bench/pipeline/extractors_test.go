package pipeline_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/docmill/docmill/bench/measure"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// workersOfEach is the number of documents that each extractor reads concurrently.
const workersOfEach = 2

// BenchmarkExtractors sends b.N files through services in separate processes, with one extractor, two, four, and one
// again. The difference between the two runs with one shows the noise. It reports the processor time per document of
// all processes, including the servers and the caller.
func BenchmarkExtractors(b *testing.B) {
	var services instance.Services
	require.NoError(b, services.Build(b.TempDir()))
	c := services.NewCluster(b)
	for _, name := range []string{"auth", "quota", "notifier"} {
		c.Start(name)
	}
	account := c.NewAccounts(c.Start("gateway").URL, 1)[0]
	rounds := []int{1, 2, 4, 1}
	paths := files(b, b.N*len(rounds))
	b.ResetTimer()
	var extractors []*instance.Process
	first := 0.0
	for i, n := range rounds {
		extractors = run(c, extractors, n)
		through(b, account, paths[i*b.N:i*b.N+min(b.N, n*workersOfEach)]) // starts their processes
		before := measure.UsageOf(b, os.Getpid())
		took := through(b, account, paths[i*b.N:(i+1)*b.N])
		spent := measure.UsageOf(b, os.Getpid()).Minus(before)
		each := measure.Milliseconds(spent.Around()+spent.Children) / float64(b.N)
		fmt.Printf("%d extractors: %.1f documents/s, %.1f ms of processor time each\n", n, float64(b.N)/took.Seconds(), each)
		if i == 0 {
			first = each
		}
		name := fmt.Sprint(n, "-of-one")
		if i == len(rounds)-1 {
			name = "again-of-one"
		}
		b.ReportMetric(each/first, name)
	}
	b.ReportMetric(first, "ms/doc")
	b.ReportMetric(0, "ns/op") // the ratios are the result
}

func run(c *instance.Cluster, extractors []*instance.Process, n int) []*instance.Process {
	for len(extractors) < n {
		extractors = append(extractors, c.Start("extractor", fmt.Sprint("DOCMILL_EXTRACTOR_WORKERS=", workersOfEach)))
	}
	for _, p := range extractors[n:] {
		p.Stop()
	}
	return extractors[:n]
}
