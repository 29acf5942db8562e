package httpapi

import (
	"encoding/json"
	"io"
	"maps"
	"mime"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// maxJSON bounds a JSON body, in bytes.
const maxJSON = 64 << 10

// query reads the query string. Every parameter must be one of known and stand
// there once: a misspelt one must not be ignored silently.
func query(c *fiber.Ctx, known ...string) (map[string]string, error) {
	values, err := url.ParseQuery(string(c.Request().URI().QueryString()))
	if err != nil {
		return nil, fault.Wrap(err, contract.CodeInvalidRequest, "The query string is not valid.")
	}
	params := make(map[string]string, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(known, name) {
			return nil, fault.New(contract.CodeInvalidRequest, "The query parameter %.60q is not known. %s", name, knownNames(known))
		}
		if len(values[name]) > 1 {
			return nil, fault.New(contract.CodeInvalidRequest, "The query parameter %q stands there more than once.", name)
		}
		params[name] = values[name][0]
	}
	return params, nil
}

func knownNames(known []string) string {
	if len(known) == 0 {
		return "None is known here."
	}
	return "Known here: " + strings.Join(known, ", ") + "."
}

// waitParam reads ?wait=N, in seconds.
func waitParam(params map[string]string) (time.Duration, error) {
	text, ok := params["wait"]
	if !ok {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || time.Duration(n)*time.Second > maxWait {
		return 0, fault.New(contract.CodeInvalidRequest, "The query parameter \"wait\" must be a whole number of seconds from 0 to %d.", maxWait/time.Second)
	}
	return time.Duration(n) * time.Second, nil
}

// jsonObject reads a body of one JSON object whose members are all known.
func jsonObject(c *fiber.Ctx, cl *call, known ...string) (map[string]json.RawMessage, error) {
	if mediaType, _, _ := mime.ParseMediaType(c.Get(fiber.HeaderContentType)); mediaType != fiber.MIMEApplicationJSON {
		return nil, fault.New(contract.CodeUnsupportedMediaType, "Send the body as application/json.")
	}
	if err := plainBody(c); err != nil {
		return nil, err
	}
	data, err := readAll(cl)
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil || members == nil {
		return nil, fault.Wrap(err, contract.CodeInvalidRequest, "The body is not a JSON object.")
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(known, name) {
			return nil, fault.New(contract.CodeInvalidRequest, "The member %.60q is not known. %s", name, knownNames(known))
		}
	}
	return members, nil
}

// plainBody refuses compressed bodies: nothing here unpacks them.
func plainBody(c *fiber.Ctx) error {
	if enc := c.Get(fiber.HeaderContentEncoding); enc != "" && !strings.EqualFold(enc, "identity") {
		return fault.New(contract.CodeUnsupportedMediaType, "The Content-Encoding %.40q is not supported; send the body as it is.", enc)
	}
	return nil
}

func readAll(cl *call) ([]byte, error) {
	if cl.body == nil {
		return nil, nil
	}
	data, err := io.ReadAll(io.LimitReader(cl.body, maxJSON+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxJSON {
		return nil, fault.New(contract.CodeInvalidRequest, "The body may have at most %d bytes.", maxJSON)
	}
	return data, nil
}
