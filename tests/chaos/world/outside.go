package world

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/tests/chaos/checker"
	"github.com/docmill/docmill/tests/chaos/history"
	"github.com/docmill/docmill/tests/chaos/workload"
	"github.com/docmill/docmill/tests/instance"
)

// Outside returns the API's final state: all documents of all accounts, their months, and the responses for
// each erased document.
func Outside(
	ctx context.Context, accounts []instance.Account, events []history.Event, before []checker.Account,
) (checker.State, error) {
	s := checker.State{Documents: map[string]checker.Document{}, Gone: map[string]bool{}}
	for n, a := range accounts {
		if err := list(ctx, a, n, s.Documents); err != nil {
			return s, err
		}
		month, err := Month(ctx, a)
		if err != nil {
			return s, err
		}
		if before != nil {
			month.Before = before[n].Used
		}
		s.Accounts = append(s.Accounts, month)
	}
	for _, call := range history.Calls(events) {
		if call.Kind != history.Erase || call.Type != history.OK {
			continue
		}
		answer, err := ask(ctx, accounts[call.Account], "/api/v1/documents/"+call.Document)
		if err != nil {
			return s, err
		}
		s.Gone[call.Document] = answer.Status == http.StatusNotFound
	}
	return s, nil
}

// Month is an account's usage.
func Month(ctx context.Context, a instance.Account) (checker.Account, error) {
	var usage struct{ Documents struct{ Used, Limit int } }
	err := get(ctx, a, "/api/v1/usage", &usage)
	return checker.Account{Used: usage.Documents.Used, Limit: usage.Documents.Limit}, err
}

func list(ctx context.Context, a instance.Account, account int, into map[string]checker.Document) error {
	for path := "/api/v1/documents?limit=100"; path != ""; {
		var page struct {
			Items      []contract.Record
			NextCursor *string
		}
		if err := get(ctx, a, path, &page); err != nil {
			return err
		}
		for _, r := range page.Items {
			d := checker.Document{Account: account, File: r.Metadata.FileName, Status: string(r.Status)}
			if d.Value = workload.Corrected(r); r.Failure != nil {
				d.Failure = string(r.Failure.Code)
			}
			into[r.ID] = d
		}
		if path = ""; page.NextCursor != nil {
			path = "/api/v1/documents?limit=100&cursor=" + *page.NextCursor
		}
	}
	return nil
}

func get(ctx context.Context, a instance.Account, path string, into any) error {
	answer, err := ask(ctx, a, path)
	if err == nil && answer.Status != http.StatusOK {
		err = fmt.Errorf("%s: %d %s", path, answer.Status, answer.Body)
	}
	if err == nil {
		err = json.Unmarshal(answer.Body, into)
	}
	return err
}

// ask repeats the request after Retry-After.
func ask(ctx context.Context, a instance.Account, path string) (instance.Answer, error) {
	for {
		answer, err := a.Do(ctx, http.MethodGet, path, nil, nil)
		if err != nil || answer.Status != http.StatusTooManyRequests && answer.Status != http.StatusServiceUnavailable {
			return answer, err
		}
		select {
		case <-ctx.Done():
			return answer, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}
