package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/record"
	"github.com/docmill/docmill/services/gateway/internal/register"
	"github.com/docmill/docmill/services/gateway/internal/registertest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func correction(account, id string, values map[string]*string) register.Correction {
	return register.Correction{AccountID: account, DocumentID: id, By: "key_1", Values: values}
}

func TestCorrectionShowsInTheRecordBesideWhatWasFound(t *testing.T) {
	t.Parallel()
	s, pool := registertest.Store(t, registertest.Database(t))
	a := registertest.Acceptance(registertest.Account())
	account, id := a.Principal.AccountID, accept(t, s, a)
	end(t, s, id, "")
	for _, total := range []string{"120.00", "121.00"} {
		if _, err := s.Correct(t.Context(), correction(account, id, map[string]*string{"total": &total})); err != nil {
			t.Fatal(err)
		}
	}
	d, err := s.Correct(t.Context(), correction(account, id, map[string]*string{"currency": nil, "vendorName": ptr("A")}))
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Of(d)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(r.Data); got != `{"total":"121.00","vendorName":"A"}` {
		t.Errorf("data %s", got)
	}
	var fields map[string]struct {
		Value      *string
		Confidence float64
		Source     string
		Original   *struct{ Value string }
	}
	if err := json.Unmarshal(r.Fields, &fields); err != nil {
		t.Fatal(err)
	}
	total, vendor := fields["total"], fields["vendorName"]
	if *total.Value != "121.00" || total.Source != "human" || total.Confidence != 1 || total.Original.Value != "119.00" || vendor.Original != nil {
		t.Errorf("fields %s", r.Fields)
	}
	if *r.Confidence != 0.75 {
		t.Errorf("confidence %v", *r.Confidence)
	}
	if n := count(t, pool, `SELECT count(*) FROM corrections WHERE corrected_by = 'key_1' AND corrected_at <= now()`); n != 4 {
		t.Errorf("%d entries in the log", n)
	}
	again, _, err := s.Document(t.Context(), account, id)
	if err != nil || len(again.Corrections) != 3 || again.Corrections["currency"] != nil {
		t.Errorf("read again: %v, %v", again.Corrections, err)
	}
	erase(t, s, account, id)
	if n := count(t, pool, `SELECT count(*) FROM corrections`); n != 0 {
		t.Errorf("%d corrections of a deleted document", n)
	}
}

func TestCorrectionIsRefusedAndChangesNothing(t *testing.T) {
	t.Parallel()
	s, pool := registertest.Store(t, registertest.Database(t))
	a := registertest.Acceptance(registertest.Account())
	account, open := a.Principal.AccountID, accept(t, s, a)
	failed := accept(t, s, registertest.Acceptance(account))
	end(t, s, failed, contract.CodeCorruptFile)
	done := accept(t, s, registertest.Acceptance(account))
	end(t, s, done, "")
	right := map[string]*string{"total": ptr("1.00")}
	for name, c := range map[string]struct {
		correction register.Correction
		is         func(error) bool
	}{
		"open":       {correction(account, open, right), func(err error) bool { return errors.Is(err, store.ErrNotCompleted) }},
		"failed":     {correction(account, failed, right), func(err error) bool { return errors.Is(err, store.ErrNotCompleted) }},
		"another's":  {correction(registertest.Account(), done, right), func(err error) bool { return errors.Is(err, store.ErrNoDocument) }},
		"malformed":  {correction(account, "ext_1", right), func(err error) bool { return errors.Is(err, store.ErrNoDocument) }},
		"no path":    {correction(account, done, map[string]*string{"shoeSize": ptr("43")}), func(err error) bool { return fault.Is(err, contract.CodeInvalidRequest) }},
		"unstorable": {correction(account, done, map[string]*string{"vendorName": ptr("A\x00B")}), func(err error) bool { return store.Unstorable(err) || fault.Is(err, contract.CodeInvalidRequest) }},
	} {
		if _, err := s.Correct(t.Context(), c.correction); !c.is(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := count(t, pool, `SELECT count(*) FROM corrections`); n != 0 {
		t.Errorf("%d corrections", n)
	}
}

// Corrections of one document follow each other: none is lost.
func TestCorrectionsAtOnceAllCount(t *testing.T) {
	t.Parallel()
	s, _ := registertest.Store(t, registertest.Database(t))
	a := registertest.Acceptance(registertest.Account())
	account, id := a.Principal.AccountID, accept(t, s, a)
	end(t, s, id, "")
	paths := []string{"vendorName", "vendorAddress", "customerName", "paymentTerms", "invoiceNumber", "customerId", "unknown"}
	var wg sync.WaitGroup
	for _, path := range paths {
		wg.Go(func() {
			_, err := s.Correct(t.Context(), correction(account, id, map[string]*string{path: ptr("of " + path)}))
			if (err != nil) != (path == "unknown") {
				t.Errorf("%s: %v", path, err)
			}
		})
	}
	wg.Wait()
	d, _, err := s.Document(t.Context(), account, id)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths[:len(paths)-1] {
		if !strings.Contains(string(d.Data), fmt.Sprintf("%q:%q", path, "of "+path)) {
			t.Errorf("%s is lost: %s", path, d.Data)
		}
	}
}
