package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

const maxJSON = 64 << 10

// jsonObject reads an object of known members, without duplicates at any depth: checks see only one (RFC 8259, 4).
func jsonObject(c *fiber.Ctx, cl *call, known ...string) (map[string]json.RawMessage, error) {
	return jsonObjectUpTo(maxJSON, c, cl, known...)
}

// jsonObjectUpTo is jsonObject for a body of at most limit bytes.
func jsonObjectUpTo(limit int64, c *fiber.Ctx, cl *call, known ...string) (map[string]json.RawMessage, error) {
	if mediaType, _, _ := mime.ParseMediaType(c.Get(fiber.HeaderContentType)); mediaType != fiber.MIMEApplicationJSON {
		return nil, apierror.New(contract.CodeUnsupportedMediaType, "Send the body as application/json.")
	}
	if err := httpserver.CheckEncoding(c); err != nil {
		return nil, err
	}
	data, err := readAll(cl, limit)
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil || members == nil || !utf8.Valid(data) {
		return nil, apierror.Wrap(err, contract.CodeInvalidRequest, "The body is not a JSON object in UTF-8.")
	}
	if err := uniqueMembers(data); err != nil {
		return nil, apierror.Wrap(err, contract.CodeInvalidRequest, "The body is refused: %s.", err)
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(known, name) {
			return nil, apierror.New(contract.CodeInvalidRequest, "The member %.60q is not known. %s", name,
				httpserver.KnownNames(known))
		}
	}
	return members, nil
}

// maxDepth bounds nested objects and lists.
const maxDepth = 100

// uniqueMembers rejects duplicate members in valid JSON.
func uniqueMembers(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber() // their size is not looked at here
	type level struct {
		seen map[string]bool // nil for a list
		name bool            // a member's name comes next
	}
	stack := []level{{}}
	for len(stack)-1 <= maxDepth {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		top := &stack[len(stack)-1]
		if name, ok := token.(string); ok && top.name {
			if top.seen[name] {
				return fmt.Errorf("the member %.60q appears more than once", name)
			}
			top.seen[name], top.name = true, false
			continue
		}
		top.name = top.seen != nil
		switch token {
		case json.Delim('{'):
			stack = append(stack, level{seen: map[string]bool{}, name: true})
		case json.Delim('['):
			stack = append(stack, level{})
		case json.Delim('}'), json.Delim(']'):
			stack = stack[:len(stack)-1]
		}
	}
	return fmt.Errorf("it is more than %d levels deep", maxDepth)
}

func readAll(cl *call, limit int64) ([]byte, error) {
	if cl.Body == nil {
		return nil, nil
	}
	data, err := io.ReadAll(io.LimitReader(cl.Body, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, apierror.New(contract.CodeInvalidRequest, "The body may have at most %d bytes.", limit)
	}
	return data, nil
}

// call is a request with its authenticated caller.
type call struct {
	*httpserver.Request

	// Set after the key is verified.
	principal contract.Principal
	// Set after the request is admitted.
	state admission.State
}

type handler func(c *fiber.Ctx, cl *call) error

type callKey struct{}

// callOf returns the call from Authenticate, or one without a caller.
func callOf(c *fiber.Ctx, r *httpserver.Request) *call {
	if cl, ok := c.Context().UserValue(callKey{}).(*call); ok {
		return cl
	}
	cl := &call{Request: r}
	c.Context().SetUserValue(callKey{}, cl)
	return cl
}

// Bounds of the wait for a document's end.
const (
	defaultWait = 10 * time.Second
	maxWait     = 60 * time.Second
)

func preferenceOf(h *fasthttp.RequestHeader) httpheader.Preference {
	var lines []string
	for _, v := range h.PeekAll("Prefer") {
		lines = append(lines, string(v))
	}
	return httpheader.ParsePrefer(strings.Join(lines, ","), defaultWait, maxWait)
}
