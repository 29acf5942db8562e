package world

import (
	"slices"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// messages stores results and commands to send them again, as a stream redelivers unacknowledged ones.
type messages struct {
	conn *nats.Conn

	mu   sync.Mutex
	last []*nats.Msg
}

// remembered is how many messages are sent again.
const remembered = 60

func (w *World) listen(t testing.TB) *messages {
	t.Helper()
	m := &messages{}
	var err error
	m.conn, err = nats.Connect(w.NATSURL(), nats.UserInfo(contract.UserOperator, w.NATSPassword(contract.UserOperator)),
		nats.CustomInboxPrefix(contract.InboxPrefix(contract.UserOperator)), nats.MaxReconnects(-1))
	require.NoError(t, err)
	t.Cleanup(m.conn.Close)
	for _, subject := range []string{contract.SubjectResults, contract.SubjectCommands} {
		_, err := m.conn.Subscribe(subject, m.keep)
		require.NoError(t, err)
	}
	return m
}

func (m *messages) keep(msg *nats.Msg) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.last = append(m.last, msg); len(m.last) > remembered {
		m.last = m.last[1:]
	}
}

// again publishes the stored messages again, latest first, without the ids that detect duplicates.
func (m *messages) again() {
	m.mu.Lock()
	last := slices.Clone(m.last)
	m.mu.Unlock()
	slices.Reverse(last)
	for _, msg := range last {
		copied := nats.NewMsg(msg.Subject)
		copied.Data = msg.Data
		for name, values := range msg.Header {
			if name != nats.MsgIdHdr {
				copied.Header[name] = values
			}
		}
		_ = m.conn.PublishMsg(copied) // without a server nothing comes again
	}
}
