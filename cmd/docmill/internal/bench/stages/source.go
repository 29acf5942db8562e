package stages

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"os"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
)

// Source is a source of spans.
type Source interface {
	// Refresh adds new spans to the set.
	Refresh(*Set) error
	Close() error
}

// File reads a file of OTLP/JSON messages, which may still grow, from its beginning each time.
type File string

// Refresh reads the file.
func (f File) Refresh(s *Set) error {
	file, err := os.Open(string(f))
	if err != nil {
		return err
	}
	defer file.Close()
	if err := readJSON(file, s.add); err != nil {
		return fmt.Errorf("%s: %w", string(f), err)
	}
	return nil
}

// Close implements Source.
func (File) Close() error { return nil }

// Receiver is an OTLP/HTTP endpoint.
type Receiver struct {
	set    *Set
	server *http.Server
	Addr   string // where it listens
}

// maxMessage bounds a message of spans, maxUnpacked its decompressed size, in bytes.
const (
	maxMessage  = 16 << 20
	maxUnpacked = 128 << 20
)

// Listen starts an endpoint at host:port that adds received spans to the set.
func Listen(ctx context.Context, address string, s *Set) (*Receiver, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	r := &Receiver{set: s, Addr: listener.Addr().String()}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/traces", r.receive)
	const patience = 30 * time.Second
	r.server = &http.Server{Handler: mux, ReadTimeout: patience, WriteTimeout: patience}
	go func() { _ = r.server.Serve(listener) }() // ends with Close
	return r, nil
}

func (r *Receiver) receive(w http.ResponseWriter, req *http.Request) {
	err := r.read(req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusOK) // an empty message says that all was taken
}

func (r *Receiver) read(req *http.Request) error {
	body := io.Reader(http.MaxBytesReader(nil, req.Body, maxMessage))
	if req.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(body)
		if err != nil {
			return err
		}
		defer unpacked.Close()
		body = unpacked
	}
	body = io.LimitReader(body, maxUnpacked)
	if kind, _, _ := mime.ParseMediaType(req.Header.Get("Content-Type")); kind == "application/json" {
		return readJSON(body, r.set.add)
	}
	content, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	var message collector.ExportTraceServiceRequest
	if err := proto.Unmarshal(content, &message); err != nil {
		return errors.New("is no OTLP message of traces")
	}
	readMessage(&message, r.set.add)
	return nil
}

// Refresh does nothing: spans are added on receipt.
func (*Receiver) Refresh(*Set) error { return nil }

// Close ends the endpoint.
func (r *Receiver) Close() error { return r.server.Close() }
