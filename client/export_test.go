package client

import (
	"context"
	"time"
)

// WithSleep replaces the pauses between attempts and looks.
func WithSleep(sleep func(ctx context.Context, d time.Duration) error) Option {
	return func(c *Client) { c.retry.sleep = sleep }
}
