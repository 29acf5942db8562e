package api

import (
	"fmt"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

const headerAPIKey = "X-API-Key"

// Authenticate checks key and rate of all requests under /api, with or without a route, so that clients
// without a key cannot probe for paths.
func (a *API) Authenticate(c *fiber.Ctx, r *httpserver.Request) error {
	if !httpserver.UnderAPI(c.Path()) {
		return nil
	}
	cl := callOf(c, r)
	key := apiKey(&c.Request().Header)
	if key == "" && a.cfg.OpenRegistration && c.Method() == fiber.MethodPost && c.Path() == registerPath {
		return nil
	}
	if key == "" {
		return apierror.New(contract.CodeAuthMissing,
			"No API key was sent. Send it in the header %s, or in Authorization after the word Bearer.", headerAPIKey)
	}
	principal, err := a.deps.Verifier.Verify(r.Context, key, r.Client)
	if err != nil {
		return err
	}
	cl.principal, r.Account = principal, principal.AccountID
	state, err := a.deps.Admission.Admit(r.Context, principal)
	if err == nil || apierror.Is(err, contract.CodeRateLimited) {
		cl.state = state
		setRateHeaders(&c.Response().Header, state, a.deps.Now())
	}
	return err
}

// apiKey returns the key, or "". X-API-Key has priority over Authorization.
func apiKey(h *fasthttp.RequestHeader) string {
	if key := strings.TrimSpace(string(h.Peek(headerAPIKey))); key != "" {
		return key
	}
	scheme, key, _ := strings.Cut(strings.TrimSpace(string(h.Peek(fiber.HeaderAuthorization))), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(key)
}

// setRateHeaders reports both policies and what is left of each (draft-ietf-httpapi-ratelimit-headers).
// Windows and resets are in seconds.
func setRateHeaders(h *fasthttp.ResponseHeader, state admission.State, now time.Time) {
	minute, month := state.Minute, state.Month
	h.Set("RateLimit-Policy", fmt.Sprintf(`"minute";q=%d;w=60, "month";q=%d;w=%s`,
		minute.Limit, month.Limit, httpserver.WholeSeconds(month.End.Sub(month.Start.Time))))
	h.Set("RateLimit", fmt.Sprintf(`"minute";r=%d;t=%s, "month";r=%d;t=%s`,
		minute.Remaining, httpserver.WholeSeconds(time.Duration(minute.ResetMs)*time.Millisecond),
		month.Remaining, httpserver.WholeSeconds(max(0, month.End.Sub(now)))))
}
