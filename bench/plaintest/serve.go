package plaintest

import (
	"errors"
	"net"
	"net/http"
	"testing"

	"github.com/gofiber/fiber/v2"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// Echo serves the same bytes for every request. It ends with the test, when the client must no longer use its
// connections.
func Echo(t testing.TB, client *http.Client, body []byte) (url string) {
	t.Helper()
	return serve(t, client, func(*fiber.Ctx) ([]byte, error) { return body, nil })
}

// Record serves a record of the account in the header X-API-Key after its admission: one request over NATS, one
// statement in each program. It serves the given records, which it stores before it returns.
func Record(t testing.TB, client *http.Client, pool *pgxpool.Pool, admit func(account string) error,
	records map[string][]byte) (url string) {
	t.Helper()
	const id = "record"
	for account, body := range records {
		_, err := pool.Exec(t.Context(), `INSERT INTO bench.records VALUES ($1, $2, $3)`, account, id, body)
		require.NoError(t, err)
	}
	return serve(t, client, func(c *fiber.Ctx) ([]byte, error) {
		account := c.Get("X-API-Key")
		if err := admit(account); err != nil {
			return nil, err
		}
		var body []byte
		err := pool.QueryRow(c.Context(), `SELECT body FROM bench.records WHERE account = $1 AND id = $2`, account, id).
			Scan(&body)
		return body, err
	})
}

func serve(t testing.TB, client *http.Client, body func(*fiber.Ctx) ([]byte, error)) (url string) {
	t.Helper()
	app := fiber.New(fiber.Config{DisableStartupMessage: true})
	app.Get("/*", func(c *fiber.Ctx) error {
		data, err := body(c)
		if err != nil {
			return err
		}
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		return c.Send(data)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- app.Listener(listener) }()
	t.Cleanup(func() {
		client.CloseIdleConnections() // open connections would delay the shutdown
		assert.NoError(t, errors.Join(app.Shutdown(), <-ended))
	})
	return "http://" + listener.Addr().String()
}
