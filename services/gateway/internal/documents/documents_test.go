package documents_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	front "github.com/docmill/docmill/services/gateway/internal/register"
	"github.com/docmill/docmill/services/gateway/internal/registertest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

func register(t *testing.T, url string) (*documents.Documents, *store.Store) {
	t.Helper()
	s, _ := registertest.Store(t, url)
	d := registertest.Documents(s, registertest.Blob(t), nil)
	d.Backlog = documents.NewBacklog(documents.Limits{PerAccount: 2, Total: 10}, s.Waiting, time.Now)
	return d, s
}

func TestDatabaseAwayIsUnavailable(t *testing.T) {
	t.Parallel()
	d, _ := register(t, "postgres://nobody@127.0.0.1:1/none")
	account := registertest.Account()
	a := registertest.Acceptance(account)
	_, recordErr := d.Record(t.Context(), account, a.Document.ID)
	_, _, batchErr := d.AcceptBatch(t.Context(), registertest.Batch(account, 1))
	_, listErr := d.List(t.Context(), account, front.Filter{}, 1, "")
	_, _, onceErr := d.BeginOnce(t.Context(), account, "key")
	_, correctErr := d.Correct(t.Context(), front.Correction{AccountID: account, DocumentID: a.Document.ID})
	for what, err := range map[string]error{
		"admit": d.Admit(t.Context(), account), "accept": d.Accept(t.Context(), a), "record": recordErr,
		"batch": batchErr, "list": listErr, "once": onceErr, "correct": correctErr,
		"erase":  d.Erase(t.Context(), account, a.Document.ID, ""),
		"export": d.Export(t.Context(), account, front.Filter{}, func(contract.Record) error { return nil }),
	} {
		if f := fault.Of(err); f.Code != contract.CodeServiceUnavailable || f.RetryAfter <= 0 || strings.Contains(f.Public, "127.0.0.1") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestRecordOfNobodysDocumentIsNotFound(t *testing.T) {
	t.Parallel()
	d, _ := register(t, registertest.Database(t))
	a := registertest.Acceptance(registertest.Account())
	if err := d.Accept(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	var public string
	for _, probe := range [][2]string{
		{registertest.Account(), a.Document.ID},
		{a.Principal.AccountID, registertest.Acceptance("").Document.ID},
		{a.Principal.AccountID, strings.ToUpper(a.Document.ID)},
		{a.Principal.AccountID, "'; --"},
	} {
		_, err := d.Record(t.Context(), probe[0], probe[1])
		f := fault.Of(err)
		if f.Code != contract.CodeNotFound || public != "" && f.Public != public {
			t.Errorf("%v: %v", probe, err)
		}
		public = f.Public
	}
}

func TestAdmitRefusesWhatTheDatabaseSaysIsTooMuch(t *testing.T) {
	t.Parallel()
	d, _ := register(t, registertest.Database(t))
	account := registertest.Account()
	for range 2 {
		if err := d.Accept(t.Context(), registertest.Acceptance(account)); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Admit(t.Context(), account); !refused(err) {
		t.Errorf("busy account: %v", err)
	}
	if err := d.Admit(t.Context(), registertest.Account()); err != nil {
		t.Errorf("another account: %v", err)
	}
}

// A file without which the record would be wrong is not left out of it.
func TestRecordWithoutItsFieldsIsAnError(t *testing.T) {
	t.Parallel()
	d, s := register(t, registertest.Database(t))
	a := registertest.Acceptance(registertest.Account())
	if err := d.Accept(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	ref := contract.ClaimRef{DocumentID: a.Document.ID, Token: "t"}
	if _, ok, err := s.Claim(t.Context(), store.Claim{DocumentID: ref.DocumentID, Token: ref.Token, Lease: time.Minute}); !ok || err != nil {
		t.Fatal(ok, err)
	}
	end := store.End{Extraction: registertest.Extraction(), FieldsKey: "results/lost.json"}
	if ok, err := s.Finish(t.Context(), ref, end); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if _, err := d.Record(t.Context(), a.Principal.AccountID, a.Document.ID); fault.Of(err).Code != contract.CodeInternalError {
		t.Errorf("record: %v", err)
	}
}
