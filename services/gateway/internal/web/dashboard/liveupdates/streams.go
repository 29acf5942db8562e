package liveupdates

import "sync"

// maxStreams bounds the open streams of an account on this replica, because each
// polls the database.
const maxStreams = 50

// streams counts open streams by account. The zero value is ready for concurrent use.
type streams struct {
	mu        sync.Mutex
	byAccount map[string]int
}

// open reports whether the account may open a stream; the caller then has to close it.
func (s *streams) open(account string) bool {
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

func (s *streams) close(account string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byAccount[account]--; s.byAccount[account] == 0 {
		delete(s.byAccount, account)
	}
}
