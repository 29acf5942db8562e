package intake

import (
	"sync"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// slotRetry is the Retry-After if too many uploads are running.
const slotRetry = 2 * time.Second

// slots bounds concurrent uploads, each of which needs a part buffer.
type slots struct {
	max, maxPerAccount int

	mu        sync.Mutex
	total     int
	byAccount map[string]int
}

func (s *slots) take(accountID string) (release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byAccount[accountID] >= s.maxPerAccount {
		return nil, busy("Too many uploads of this account are under way at once (at most %d). Try again shortly.",
			s.maxPerAccount)
	}
	if s.total >= s.max {
		return nil, busy("Too many uploads are under way at the moment. Try again shortly.")
	}
	s.total++
	s.byAccount[accountID]++
	return sync.OnceFunc(func() { s.give(accountID) }), nil
}

func (s *slots) give(accountID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total--
	s.byAccount[accountID]--
	if s.byAccount[accountID] == 0 {
		delete(s.byAccount, accountID)
	}
}

func busy(format string, args ...any) error {
	f := apierror.New(contract.CodeServiceUnavailable, format, args...)
	f.RetryAfter = slotRetry
	return f
}
