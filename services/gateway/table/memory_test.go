package table_test

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/table"
)

// A workbook's memory and disk usage do not grow with its records: waiting rows are written out when there
// are many.
func TestWorkbookConstantMemory(t *testing.T) {
	const records, spool = 50_000, 1 << 20
	folder := t.TempDir()
	var some []contract.Record // to make 50,000 takes longer than to write them
	for i := range 500 {
		some = append(some, record(i, "invoice", "a.pdf", fmt.Sprintf(`{"total":"%d.00","lineItems":[{"description":"%x"}]}`,
			i, sha256.Sum256([]byte(fmt.Sprint(i))))))
	}
	var base, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&base)
	w, err := table.NewWorkbook(io.Discard, table.Options{TempDir: folder, MaxSpool: spool})
	require.NoError(t, err)
	defer w.Close()
	peak, disk := int64(0), int64(0)
	for i := range records {
		require.NoError(t, w.Add(some[i%len(some)]))
		if i%10_000 == 9999 {
			runtime.GC()
			runtime.ReadMemStats(&now)
			peak, disk = max(peak, int64(now.HeapAlloc)-int64(base.HeapAlloc)), max(disk, spooled(folder))
		}
	}
	require.NoError(t, w.Finish())
	t.Logf("%d records: at most %d KiB of memory, %d KiB of temporary files", records, peak>>10, disk>>10)
	assert.True(t, peak <= 8<<20 && disk <= spool+1<<20, peak, "bytes of memory", disk, "of temporary files")
}

// spooled is how large this process's open files below a folder are.
func spooled(folder string) (size int64) {
	entries, _ := os.ReadDir("/proc/self/fd")
	for _, e := range entries {
		path := "/proc/self/fd/" + e.Name()
		if to, err := os.Readlink(path); err != nil || !strings.HasPrefix(to, folder) {
			continue
		}
		if info, err := os.Stat(path); err == nil {
			size += info.Size()
		}
	}
	return size
}
