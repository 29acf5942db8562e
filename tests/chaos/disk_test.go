package chaos_test

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/chaos/fault"
	"github.com/docmill/docmill/tests/chaos/workload"
	"github.com/docmill/docmill/tests/chaos/world"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/ledger"
)

// mayFill skips a test if no disk can be filled, but never in continuous integration.
func mayFill(t *testing.T) bool {
	t.Helper()
	err := world.MayMount(t)
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatal(err)
	}
	if err != nil {
		t.Logf("LEFT OUT: no disk is filled: %v", err)
	}
	return err == nil
}

// With a full disk, acknowledged data stays, new data is refused with 503, and work resumes once there is
// space.
func TestFullDisk(t *testing.T) {
	if *address != "" || !mayFill(t) {
		return
	}
	w := world.Start(t, services, 2)
	account := w.Accounts[0]
	account.URL, account.Client = w.Gateways[0], http.DefaultClient
	book := ledger.New()
	for _, d := range fault.Disks() {
		t.Run(string(d), func(t *testing.T) {
			for n := range 3 {
				status := uploadText(t, account, book, fmt.Sprintf("%s-before-%d", d, n))
				require.True(t, accepted(status), "before", status)
			}
			var refused int
			require.NoError(t, w.FillDisk(d, func() { refused = press(t, account, book, d) }))
			if refused == 0 && d != fault.NATSDisk { // documents are accepted without NATS
				t.Error("nothing was refused")
			}
			awaitAccepted(t, account, book, d)
			book.Audit(t, w)
			t.Logf("%d refused while the disk was full; %s", refused, book)
		})
	}
	for _, s := range w.Surprises() {
		t.Error(s)
	}
}

// press uploads until one is refused, and some more; it returns how many were.
func press(t *testing.T, a instance.Account, book *ledger.Ledger, d fault.Disk) (refused int) {
	t.Helper()
	for n := 0; n < 300 && refused < 3; n++ {
		switch status := uploadText(t, a, book, fmt.Sprintf("%s-full-%d", d, n)); {
		case accepted(status):
		case status == http.StatusServiceUnavailable:
			refused++
		default:
			t.Errorf("upload %d: %d", n, status)
		}
		if d == fault.NATSDisk && n == 40 {
			break
		}
	}
	return refused
}

// accepted reports whether a response accepts a document, which may have ended already.
func accepted(status int) bool { return status == http.StatusAccepted || status == http.StatusOK }

// awaitAccepted uploads until a document is accepted again.
func awaitAccepted(t *testing.T, a instance.Account, book *ledger.Ledger, d fault.Disk) {
	t.Helper()
	n := 0
	testkit.Await(t, "documents are accepted again", func() bool {
		n++
		return accepted(uploadText(t, a, book, fmt.Sprintf("%s-after-%d", d, n)))
	})
}

func uploadText(t *testing.T, a instance.Account, book *ledger.Ledger, name string) (status int) {
	t.Helper()
	f := workload.File{Name: name + ".txt", Form: workload.Text}
	body, contentType := workload.Multipart("file", []workload.File{f})
	answer, err := a.Do(t.Context(), http.MethodPost, "/api/v1/extract", body,
		map[string]string{"Content-Type": contentType, "Prefer": "respond-async"})
	book.Note(answer, err)
	assert.NoError(t, err, name)
	if answer.Status == http.StatusServiceUnavailable &&
		(answer.Code() != string(contract.CodeServiceUnavailable) || answer.Header.Get("Retry-After") == "" ||
			strings.Contains(strings.ToLower(string(answer.Body)), "space")) {
		t.Errorf("%s: the refusal is not clear: %s", name, answer.Body)
	}
	return answer.Status
}

func kinds(t *testing.T) []fault.Kind {
	t.Helper()
	all := slices.Clone(*faults)
	if slices.Contains(all, fault.Full) && !mayFill(t) {
		all = slices.DeleteFunc(all, func(k fault.Kind) bool { return k == fault.Full })
	}
	return all
}
