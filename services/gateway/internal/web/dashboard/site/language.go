package site

import (
	"errors"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

const languagePath = "/language"

// Names of the cookie with the chosen language, as those of the session cookie. It
// outlives sessions, so that the sign-in page has the language as well.
const (
	languageCookie      = "__Host-docmill-language"
	localLanguageCookie = "docmill-language"
	// languageLife is the longest life of a cookie (RFC 6265bis, 5.5).
	languageLife = 400 * 24 * time.Hour
)

// setLanguage stores the language that a user chooses, signed in or not; "" is the
// browser's.
func (s *Site) setLanguage(c *fiber.Ctx, r *httpserver.Request) error {
	form, err := ReadForm(c, r)
	if err != nil {
		return err
	}
	code := form.Get("language")
	if _, known := s.languages.Find(code); !known {
		code = ""
	}
	cookie := newCookie(c, languageCookie, localLanguageCookie, code)
	if code != "" {
		cookie.MaxAge = int(languageLife / time.Second)
	}
	c.Cookie(cookie)
	return Redirect(c, LocalPath(form.Get("next")))
}

// ChosenLanguage is the code in the language cookie, or "".
func ChosenLanguage(rctx *fasthttp.RequestCtx) string {
	code := rctx.Request.Header.Cookie(languageCookie)
	if len(code) == 0 && IsLocalHost(string(rctx.Host())) {
		code = rctx.Request.Header.Cookie(localLanguageCookie)
	}
	return string(code)
}

// Language is the language of the answer: the chosen one, else the browser's, else
// English.
func (s *Site) Language(rctx *fasthttp.RequestCtx) *languages.Language {
	return s.languages.Choose(ChosenLanguage(rctx), string(rctx.Request.Header.Peek(fiber.HeaderAcceptLanguage)))
}

// Tr returns a text in the language of a request.
func (s *Site) Tr(c *fiber.Ctx, text string) string {
	return s.Language(c.Context()).Tr(text)
}

// Translate returns an error with its public message translated; its log entry
// stays in English.
func Translate(err error, l *languages.Language) error {
	var f *apierror.Error
	if !errors.As(err, &f) || l.TrMessage(f.Public) == f.Public {
		return err
	}
	other := apierror.Wrap(err, f.Code, "%s", l.TrMessage(f.Public))
	other.RetryAfter = f.RetryAfter
	return other
}
