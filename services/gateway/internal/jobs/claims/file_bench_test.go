package claims_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
)

// BenchmarkFile compares a claim that includes its file with one whose file is read from the object store:
// NATS, the object store and both ends are in this process. CPU is its processor time per claim.
func BenchmarkFile(b *testing.B) {
	for _, size := range []int{4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20} {
		for _, along := range []bool{true, false} {
			way := "fetched"
			if along {
				way = "along"
			}
			b.Run(fmt.Sprintf("%dKiB/%s", size>>10, way), func(b *testing.B) { benchmarkFile(b, size, along) })
		}
	}
}

func benchmarkFile(b *testing.B, size int, along bool) {
	file := bytes.Repeat([]byte("0123456789abcdef"), size/16)
	sum, objects := sha256.Sum256(file), gatewaytest.Blob(b)
	if _, err := objects.Put(b.Context(), "file", bytes.NewReader(file)); err != nil {
		b.Fatal(err)
	}
	server := gatewaytest.NATS(b)
	gateway, worker := gatewaytest.Connect(b, server, contract.UserGateway), gatewaytest.Connect(b, server,
		contract.UserExtractor)
	if !along {
		file = nil
	}
	serveClaims(b, gateway, objects, file)
	key, err := contract.NewClaimKey()
	require.NoError(b, err)
	before := processorTime(b)
	for b.Loop() {
		if got := claimedFile(b, worker, key); sha256.Sum256(got) != sum {
			b.Fatal("another file")
		}
	}
	b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "CPU-µs/op")
}

// serveClaims answers claims with the file or its address.
func serveClaims(b *testing.B, conn *bus.Conn, objects *blob.Store, file []byte) {
	b.Helper()
	var sealer contract.Sealer
	server, err := bus.NewServer(b.Context(), conn, "work")
	require.NoError(b, err)
	err = bus.Handle(server, contract.RPCWorkClaim,
		func(ctx context.Context, r contract.ClaimRequest) (reply contract.ClaimReply, err error) {
			reply = contract.ClaimReply{
				DocumentID: r.DocumentID, Token: "token", File: file, LeaseMs: 1, DeadlineMs: 1,
			}
			if file == nil {
				if reply.GetURL, err = objects.PresignGet(ctx, "file", time.Hour); err != nil {
					return reply, err
				}
			}
			if reply.PutURL, err = objects.PresignPut(ctx, "result", time.Hour); err != nil {
				return reply, err
			}
			return reply, sealer.Claim(r, &reply)
		})
	require.NoError(b, err)
}

func claimedFile(b *testing.B, worker *bus.Conn, key *contract.ClaimKey) []byte {
	b.Helper()
	claim, err := bus.Call[contract.ClaimReply](b.Context(), worker, contract.RPCWorkClaim, contract.ClaimRequest{
		DocumentID: contract.PrefixDocument + "019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b", Worker: "w", SealKey: key.Public(),
		SealSessions: true, TakesFiles: true,
	})
	if err == nil {
		err = claim.Open(key, "w")
	}
	require.NoError(b, err)
	if claim.File != nil {
		return claim.File
	}
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, claim.GetURL, nil)
	require.NoError(b, err)
	answer, err := http.DefaultClient.Do(request)
	require.NoError(b, err)
	file, err := io.ReadAll(answer.Body)
	if err != nil || answer.Body.Close() != nil {
		b.Fatal(err)
	}
	return file
}

// processorTime is the process's processor time.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
