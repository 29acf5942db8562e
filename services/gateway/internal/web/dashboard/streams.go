package dashboard

import "sync"

// maxStreams bounds the streams of an account that are open at once, on this
// replica: each asks the database now and then.
const maxStreams = 50

// streams counts open streams. The zero value is ready; it is safe for
// concurrent use.
type streams struct {
	mu        sync.Mutex
	byAccount map[string]int
}

// take is false when the account has too many. What was taken must be given
// back.
func (s *streams) take(account string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byAccount[account] >= maxStreams {
		return false
	}
	if s.byAccount == nil {
		s.byAccount = map[string]int{}
	}
	s.byAccount[account]++
	return true
}

func (s *streams) give(account string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byAccount[account]--; s.byAccount[account] == 0 {
		delete(s.byAccount, account)
	}
}
