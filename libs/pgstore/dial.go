package pgstore

import (
	"context"
	"net"
	"time"
)

// Without limits a query waits about 15 minutes for a lost host (tcp(7), tcp_retries2); no database setting helps.
const (
	dialTimeout       = 10 * time.Second
	keepAliveIdle     = 10 * time.Second
	keepAliveInterval = 5 * time.Second
	maxKeepAlives     = 3
	// maxUnacknowledged is how long sent data may stay unacknowledged.
	maxUnacknowledged = 20 * time.Second
)

func dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{
		Timeout: dialTimeout, ControlContext: setUserTimeout,
		KeepAliveConfig: net.KeepAliveConfig{
			Enable: true, Idle: keepAliveIdle, Interval: keepAliveInterval, Count: maxKeepAlives,
		},
	}
	return d.DialContext(ctx, network, address)
}
