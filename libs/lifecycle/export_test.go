package lifecycle

import "time"

// SetClock makes results age by the test's clock.
func (h *Health) SetClock(now func() time.Time) { h.now = now }
