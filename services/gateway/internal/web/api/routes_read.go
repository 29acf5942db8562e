package api

import (
	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

const resultsPath = "/api/v1/results"

// readRoutes adds what gives documents out, corrects and erases them.
func (s *Server) readRoutes(handle func(method, path string, h handler)) {
	handle(fiber.MethodGet, "/api/v1/documents", s.listDocuments)
	handle(fiber.MethodPatch, documentsPath+":id", s.correctDocument)
	handle(fiber.MethodDelete, documentsPath+":id", s.eraseDocument)
	handle(fiber.MethodGet, documentsPath+":id/file", s.getFile)
	handle(fiber.MethodGet, documentsPath+":id/pages/:page.png", s.getPage)
	handle(fiber.MethodGet, resultsPath, s.listResults)
	handle(fiber.MethodGet, resultsPath+"/:id", s.getResult)
	handle(fiber.MethodGet, batchPath+"/:id", s.getBatch)
	for _, f := range reference.Files() {
		handle(fiber.MethodGet, f.Path, s.getReference(f))
	}
}

// documentParam gives the id in the path. One that is malformed is answered as
// one that is not known.
func documentParam(c *fiber.Ctx) (string, error) {
	id := c.Params("id")
	if _, err := contract.ParseID(contract.PrefixDocument, id); err != nil {
		return "", fault.Wrap(err, contract.CodeNotFound, "There is no document with this id.")
	}
	return id, nil
}

// plainDocument is documentParam for routes without query parameters.
func plainDocument(c *fiber.Ctx) (string, error) {
	if _, err := query(c); err != nil {
		return "", err
	}
	return documentParam(c)
}
