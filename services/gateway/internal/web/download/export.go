package download

import (
	"net/http"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/limiter"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Limits of concurrent workbooks, in total and per account, and of waiting ones. Unlike other exports, each
// stores rows in temporary files until its client has read them.
const (
	maxWorkbooks, maxWorkbooksPerAccount = 4, 2
	workbooksWaiting, workbookWait       = 4, 2 * time.Second
)

func newWorkbooks() *limiter.Limiter {
	return limiter.New(limiter.Config{
		Max: maxWorkbooks, MaxPerAccount: maxWorkbooksPerAccount, MaxWaiting: workbooksWaiting, Wait: workbookWait,
		Busy: "Too many exports are running. Try again when one has finished.",
	})
}

// Export streams the account's records that the filter selects.
func (d *Downloads) Export(
	c *fiber.Ctx, r *httpserver.Request, accountID string, f model.Filter, format export.Format,
) error {
	leave := func() {}
	if format == export.XLSX {
		var err error
		if leave, err = d.workbooks.Enter(r.Context, accountID); err != nil {
			return err
		}
	}
	stream, err := export.Open(format, func(each func(contract.Record) error) error {
		return d.documents.Export(r.Context, accountID, f, each)
	})
	if err != nil {
		leave()
		return err
	}
	c.Set(fiber.HeaderContentType, format.ContentType())
	r.Stream(c, http.StatusOK, limited{stream, leave}, -1)
	return nil
}

// limited is an export that frees its place on Close.
type limited struct {
	*export.Stream
	leave func()
}

// Close implements io.Closer.
func (l limited) Close() error {
	defer l.leave()
	return l.Stream.Close()
}
