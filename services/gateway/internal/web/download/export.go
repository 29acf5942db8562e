package download

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Export streams the account's records that the filter selects.
func (d *Downloads) Export(
	c *fiber.Ctx, r *httpserver.Request, accountID string, f model.Filter, format export.Format,
) error {
	stream, err := export.Open(format, func(each func(contract.Record) error) error {
		return d.documents.Export(r.Context, accountID, f, each)
	})
	if err != nil {
		return err
	}
	mediaType := string(format)
	if format == export.CSV {
		mediaType += "; charset=utf-8; header=present" // RFC 4180, section 3
	}
	c.Set(fiber.HeaderContentType, mediaType)
	r.Stream(c, http.StatusOK, stream, -1)
	return nil
}
