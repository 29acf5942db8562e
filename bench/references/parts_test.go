package references_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/gofiber/fiber/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

func bareFiber(b *testing.B) func(int, []byte) error {
	b.Helper()
	app := fiber.New(fiber.Config{DisableStartupMessage: true, BodyLimit: 16 << 20})
	app.Post("/", func(c *fiber.Ctx) error {
		header, err := c.FormFile("file")
		if err != nil {
			return err
		}
		return c.JSON(fiber.Map{"fileSize": header.Size})
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{}}
	ended := make(chan error, 1)
	go func() { ended <- app.Listener(listener) }()
	b.Cleanup(func() {
		client.CloseIdleConnections() // open connections would delay the shutdown
		if err := errors.Join(app.Shutdown(), <-ended); err != nil {
			b.Error(err)
		}
	})
	account := instance.Account{URL: "http://" + listener.Addr().String(), Client: client}
	return func(_ int, data []byte) error {
		body, contentType := instance.Form("invoice.pdf", data)
		answer, err := account.Do(b.Context(), http.MethodPost, "/", body, map[string]string{"Content-Type": contentType})
		if err == nil && answer.Status != http.StatusOK {
			err = fmt.Errorf("%d %s", answer.Status, answer.Body)
		}
		return err
	}
}

func directPut(b *testing.B) func(int, []byte) error {
	b.Helper()
	s3 := testkit.S3(b)
	store, err := blob.New(blob.Config{Endpoint: s3.Endpoint, AccessKey: s3.AccessKey, SecretKey: s3.SecretKey, Bucket: s3.Bucket})
	if err != nil {
		b.Fatal(err)
	}
	return func(n int, data []byte) error {
		_, err := store.Put(b.Context(), fmt.Sprint("file-", n), bytes.NewReader(data))
		return err
	}
}

// directPublish publishes a message with a command's size to a stream on disk and waits for the acknowledgment.
func directPublish(b *testing.B) func(int, []byte) error {
	b.Helper()
	conn, err := nats.Connect(testkit.NATS(b).ClientURL())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := js.CreateStream(b.Context(), jetstream.StreamConfig{
		Name: "BENCH", Subjects: []string{"bench.>"}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
	}); err != nil {
		b.Fatal(err)
	}
	message := bytes.Repeat([]byte("x"), commandSize)
	return func(n int, _ []byte) error {
		_, err := js.Publish(b.Context(), fmt.Sprint("bench.", n), message)
		return err
	}
}

// commandSize is the approximate size of a command in bytes.
const commandSize = 300

// engineAlone extracts in this process, without child process and sandbox.
func engineAlone(b *testing.B) func(int, []byte) error {
	b.Helper()
	e, err := engine.New(b.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = e.Close(context.Background()) })
	return func(_ int, data []byte) error {
		_, err := e.Extract(b.Context(), extract.Request{Data: data})
		return err
	}
}

// pdftotext extracts the words and positions of the file, like the engine's reader, with one process per file.
func pdftotext(b *testing.B) func(int, []byte) error {
	b.Helper()
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		b.Fatalf("the reference program is missing (Debian: apt-get install poppler-utils): %v", err)
	}
	path := filepath.Join(b.TempDir(), "invoice.pdf")
	return func(_ int, data []byte) error {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return err
		}
		cmd := exec.CommandContext(b.Context(), program, "-bbox-layout", path, os.DevNull)
		cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
		return cmd.Run()
	}
}
