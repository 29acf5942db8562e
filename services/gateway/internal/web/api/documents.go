package api

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
)

// getDocument answers with a record, on request once the document has ended.
func (s *Server) getDocument(c *fiber.Ctx, cl *call) error {
	params, err := query(c, "wait")
	if err != nil {
		return err
	}
	wait, err := waitParam(params)
	if err != nil {
		return err
	}
	id, err := documentParam(c)
	if err != nil {
		return err
	}
	rec, err := s.readDocument(cl, id, wait)
	if err != nil {
		return err
	}
	if !rec.Status.Ended() {
		c.Set(fiber.HeaderRetryAfter, pollSeconds)
	}
	return answerTagged(c, rec)
}

func (s *Server) readDocument(cl *call, id string, wait time.Duration) (contract.Record, error) {
	account := cl.principal.AccountID
	if wait <= 0 {
		return s.deps.Register.Record(cl.ctx, account, id)
	}
	ended, cancel := s.deps.Register.Await(id)
	defer cancel()
	// The document may have ended before the register was asked.
	rec, err := s.deps.Register.Record(cl.ctx, account, id)
	if err != nil || rec.Status.Ended() {
		return rec, err
	}
	return s.await(cl.ctx, account, id, ended, wait)
}

// answerTagged answers 200 with v and its entity tag, or 304 when the client
// has this very representation.
func answerTagged(c *fiber.Ctx, v any) error {
	b, tag, err := tagged(v)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderETag, tag)
	if matchesTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
		c.Status(http.StatusNotModified)
		return nil
	}
	writeBody(c.Context(), http.StatusOK, b)
	return nil
}

// tagged gives the representation of v and its entity tag.
func tagged(v any) (b []byte, tag string, err error) {
	if b, err = json.Marshal(v); err != nil {
		return nil, "", fmt.Errorf("encode answer: %w", err)
	}
	sum := sha256.Sum256(b)
	return b, `"` + hex.EncodeToString(sum[:16]) + `"`, nil
}

// matchesTag is the weak comparison that If-None-Match asks for (RFC 9110,
// 13.1.2).
func matchesTag(ifNoneMatch, tag string) bool {
	for _, candidate := range splitUnquoted(ifNoneMatch, ',') {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == tag {
			return true
		}
	}
	return false
}
