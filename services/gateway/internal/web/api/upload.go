package api

import (
	"errors"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/register"
)

// formHeader checks what stands before the body of a form and gives its
// boundary.
func formHeader(c *fiber.Ctx) (boundary string, err error) {
	if _, err := query(c); err != nil {
		return "", err
	}
	if boundary, err = intake.Boundary(c.Get(fiber.HeaderContentType)); err != nil {
		return "", err
	}
	return boundary, plainBody(c)
}

// admit finds room for a body of so many files, before it is read. release must
// be called.
func (s *Server) admit(cl *call, files int) (release func(), err error) {
	if err := checkBody(cl, cl.principal.Plan, files); err != nil {
		return nil, err
	}
	if err := s.deps.Register.Admit(cl.ctx, cl.principal.AccountID); err != nil {
		return nil, err
	}
	return s.intake.Begin(cl.principal.AccountID)
}

// admitAgain is admit for a call that repeats an accepted one. It makes no
// document, so it does not matter how many wait.
func (s *Server) admitAgain(cl *call, plan contract.Plan, files int) (release func(), err error) {
	if err := checkBody(cl, plan, files); err != nil {
		return nil, err
	}
	return s.intake.Begin(cl.principal.AccountID)
}

func checkBody(cl *call, plan contract.Plan, files int) error {
	if err := intake.CheckLength(plan, files, cl.body.declared()); err != nil {
		return err
	}
	if cl.body == nil {
		return noBody()
	}
	return nil
}

func noBody() error { return fault.New(contract.CodeInvalidRequest, "The request has no body.") }

func (s *Server) newDocument(f intake.File, documentType string, lane contract.Lane) register.NewDocument {
	return register.NewDocument{
		ID:           contract.PrefixDocument + s.newID(),
		FileName:     f.Name,
		FileSize:     f.Size,
		MIMEType:     f.MIMEType,
		SHA256:       f.SHA256,
		ObjectKey:    f.ObjectKey,
		DocumentType: documentType,
		Lane:         laneOf(f.MIMEType, lane),
	}
}

// laneOf keeps what is sure to need text recognition, a hundred times dearer
// than reading text, out of the way of everything else. A scan inside a PDF is
// only found by reading it.
func laneOf(mimeType string, otherwise contract.Lane) contract.Lane {
	if strings.HasPrefix(mimeType, "image/") {
		return contract.LaneSlow
	}
	return otherwise
}

// surelyRefused tells whether nothing was accepted for certain. Otherwise (the
// answer of a commit may be lost) files must stay, and are orphans at worst.
func surelyRefused(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Code != contract.CodeServiceUnavailable && f.Code != contract.CodeInternalError
}

// countDocuments brings the RateLimit headers, which tell the state before this
// request, up to the outcome of its acceptance: so many documents, or err.
func (s *Server) countDocuments(c *fiber.Ctx, cl *call, accepted int, err error) {
	switch {
	case err == nil:
		cl.state.Month.Remaining = max(0, cl.state.Month.Remaining-accepted)
	case fault.Is(err, contract.CodeQuotaExceeded):
		cl.state.Month.Remaining = 0
	default:
		return
	}
	setRateHeaders(&c.Response().Header, cl.state, s.deps.Now())
}
