package api

import (
	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

// Paths in addition to the specified one, marked as planned in the OpenAPI document.
const (
	webhookPath  = webhooksPath + "/:id"
	deliveryPath = webhookPath + "/deliveries/:delivery"
)

type routes struct{ all []httpserver.Route }

// add adds a route whose handler runs after checking the request's expectations.
func (t *routes) add(method, path string, h handler) { t.addRaw(method, path, checked(h)) }

// addRaw adds a route without that check.
func (t *routes) addRaw(method, path string, h handler) {
	t.all = append(t.all, httpserver.Route{
		Method: method, Path: path,
		Handle: func(c *fiber.Ctx, r *httpserver.Request) error { return h(c, callOf(c, r)) },
	})
}

func checked(h handler) handler {
	return func(c *fiber.Ctx, cl *call) error {
		if err := httpserver.CheckExpectation(&c.Request().Header); err != nil {
			return err
		}
		return h(c, cl)
	}
}

// Routes returns the routes of the API and of the reference's files.
func (a *API) Routes() []httpserver.Route {
	t := &routes{}
	t.add(fiber.MethodPost, extractPath, a.extract)
	t.add(fiber.MethodPost, batchPath, a.submitBatch)
	t.add(fiber.MethodGet, documentsPath+":id", a.getDocument)
	t.add(fiber.MethodGet, "/api/v1/usage", a.getUsage)
	t.add(fiber.MethodGet, "/api/v1/document-types", a.getDocumentTypes)
	t.add(fiber.MethodPost, registerPath, a.registerKey)
	a.webhookRoutes(t)
	t.add(fiber.MethodGet, "/api/v1/documents", a.listDocuments)
	t.add(fiber.MethodPatch, documentsPath+":id", a.correctDocument)
	t.add(fiber.MethodDelete, documentsPath+":id", a.eraseDocument)
	t.add(fiber.MethodPost, documentsPath+":id/rerun", a.rerunDocument)
	t.add(fiber.MethodGet, documentsPath+":id/file", a.getFile)
	t.add(fiber.MethodGet, documentsPath+":id/pages/:page.png", a.getPage)
	t.add(fiber.MethodGet, documentsPath+":id/pages/:page/words", a.getPageWords)
	t.add(fiber.MethodGet, resultsPath, a.listResults)
	t.add(fiber.MethodGet, resultsPath+"/:id", a.getResult)
	t.add(fiber.MethodGet, batchPath+"/:id", a.getBatch)
	t.add(fiber.MethodGet, layoutsPath, a.listLayouts)
	t.add(fiber.MethodGet, layoutsPath+"/:id", a.getLayout)
	t.add(fiber.MethodPatch, layoutsPath+"/:id", a.switchLayout)
	t.add(fiber.MethodDelete, layoutsPath+"/:id", a.forgetLayout)
	for _, f := range reference.Files() {
		t.add(fiber.MethodGet, f.Path, getReference(f))
	}
	return t.all
}

func (a *API) getFile(c *fiber.Ctx, cl *call) error {
	return a.deps.Downloads.File(c, cl.Request, cl.principal.AccountID)
}

func (a *API) getPage(c *fiber.Ctx, cl *call) error {
	return a.deps.Downloads.Page(c, cl.Request, cl.principal.AccountID)
}

func (a *API) getPageWords(c *fiber.Ctx, cl *call) error {
	return a.deps.Downloads.Words(c, cl.Request, cl.principal.AccountID)
}

// getReference responds with a file of the API reference.
func getReference(f reference.File) handler {
	return func(c *fiber.Ctx, _ *call) error {
		f.Serve(c)
		return nil
	}
}

// webhookRoutes adds the specified and the planned routes.
func (a *API) webhookRoutes(t *routes) {
	// If disabled, the request is refused before its headers are checked.
	t.addRaw(fiber.MethodPost, webhooksPath, a.ifEnabled(checked(a.createWebhook)))
	t.add(fiber.MethodGet, webhooksPath, a.listWebhooks)
	t.add(fiber.MethodDelete, webhooksPath, a.deleteWebhook)
	planned := func(method, path string, h handler) { t.add(method, path, a.ifEnabled(h)) }
	planned(fiber.MethodGet, webhookPath, a.getWebhook)
	planned(fiber.MethodPost, webhookPath+"/secret", a.rotateWebhook)
	planned(fiber.MethodPost, webhookPath+"/enable", a.enableWebhook)
	planned(fiber.MethodPost, webhookPath+"/test", a.testWebhook)
	planned(fiber.MethodPost, webhookPath+"/replay", a.replayWebhook)
	planned(fiber.MethodGet, webhookPath+"/deliveries", a.listDeliveries)
	planned(fiber.MethodGet, deliveryPath, a.getDelivery)
	planned(fiber.MethodPost, deliveryPath+"/replay", a.replayDelivery)
}

// ifEnabled refuses every request while webhooks are disabled.
func (a *API) ifEnabled(h handler) handler {
	if a.cfg.Webhooks {
		return h
	}
	return func(*fiber.Ctx, *call) error {
		return apierror.New(contract.CodeWebhooksNotAvailable,
			"Webhooks are not available yet; nothing was registered. Poll GET %s{id} for results.", documentsPath)
	}
}
