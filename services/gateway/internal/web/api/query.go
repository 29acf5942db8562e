package api

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

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
