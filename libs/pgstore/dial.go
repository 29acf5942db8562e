package pgstore

import (
	"context"
	"net"
	"time"
)

// A host that vanishes answers nothing, not even that a connection is gone. Without
// these a query waits for it until the system gives up sending, some fifteen minutes
// (tcp(7), tcp_retries2), as no setting of the database can help.
const (
	dialTimeout   = 10 * time.Second
	keepAlive     = 10 * time.Second // of a connection at rest, before it is asked for a sign of life
	keepAliveTry  = 5 * time.Second
	keepAliveMost = 3
	// silence is how long what was sent may stay unacknowledged, of a connection at work.
	silence = 20 * time.Second
)

// dial connects to the database.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{
		Timeout: dialTimeout, ControlContext: boundSilence,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: keepAlive, Interval: keepAliveTry, Count: keepAliveMost},
	}
	return d.DialContext(ctx, network, address)
}
