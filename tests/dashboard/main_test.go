// Package dashboard_test opens the dashboard of a running docmill in a real
// browser, Debian's Chromium, as people do.
package dashboard_test

import (
	"context"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
)

// binary is built once; the only instance runs it as a separate process.
var binary instance.Binary

func TestMain(m *testing.M) { os.Exit(instance.Main(m, binary.Build)) }

// fixture is a running docmill and a browser.
type fixture struct {
	*instance.Instance
	provider *provider
	operator *bus.Conn
	browser  context.Context // the parent of each tab's window
}

// scenarios share one docmill and one browser; each has its accounts.
func scenarios() map[string]func(*testing.T, *fixture) {
	return map[string]func(*testing.T, *fixture){
		"batches": testBatches, "batches of none": testNoBatches, "two accounts' documents": testSeparation,
		"review by two people": testConflict, "documents": testDocuments, "documents of none": testNoDocuments,
		"documents without script": testDocumentsWithoutScript, "documents by an API": testDocumentsArrive,
		"upload with progress": testUploadProgress, "upload refused": testUploadRefused, "upload by dropping": testDrop,
		"search and export": testSearch, "welcome": testWelcome, "welcome without script": testWelcomeWithoutScript,
		"sign in and out": testSignInAndOut, "wrong password": testWrongPassword, "ended session": testEndedSession,
		"own account": testOwnAccount, "table as a grid": testGrid, "table routes": testTableRoutes,
		"headers": testHeaders, "other sites": testOtherSites, "API takes no cookie": testAPITakesNoCookie,
		"no open redirect": testNoOpenRedirect, "plain HTTP": testOpenNetwork, "cookie over TLS": testCookie,
		"every route, two accounts": testEveryRoute, "key from birth to end": testKey,
		"keys made by keys": testDescendants, "keys of members": testMembersKeys, "confirmation": testConfirmation,
		"languages": testLanguages, "layouts": testLayouts, "layouts without script": testLayoutsWithoutScript,
		"document types": testTypes, "document types without script": testTypesWithoutScript,
		"lists: several documents at a time": testBulk, "live states": testLiveStates,
		"live states end with a session": testLiveStatesEnd, "OpenID Connect": testOIDC,
		"OpenID Connect, confirmation": testOIDCConfirmation, "OpenID Connect, refused": testOIDCRefused,
		"OpenID Connect, stolen or replayed": testOIDCForged, "OpenID Connect, taken over": testOIDCTakeover,
		"OpenID Connect, connected": testOIDCConnect, "OpenID Connect, silent": testOIDCSilent,
		"reference: try": testReferenceTry, "reference: batch": testReferenceBatch,
		"reference: refusals": testReferenceRefusals, "reference: for everybody": testReferencePage,
		"reference: without script": testReferenceWithoutScript, "reference: cached": testReferenceCached,
		"reference: guides": testReferenceGuides, "reference: key for an hour": testHourKey,
		"reference: key in the browser": testHourKeyBrowser, "reference: key needs a proof": testHourKeyConfirmation,
		"reference: key and other people": testHourKeyOthers, "review by keyboard": testReviewByKeyboard,
		"review without script": testReviewWithoutScript, "review rules": testReviewRules,
		"review of read again": testReadAgain, "review of what was right": testPutBack,
		"document place is shown at once": testPlace, "document saved in place": testSavedInPlace,
		"document saved without script": testSavedWithoutScript, "document fields by keyboard": testKeyboard,
		"document explains what is absent": testAbsent, "files dropped anywhere": testDropAnywhere,
		"document": testDocument, "document lights up": testHighlights, "pages of text": testPagesOfText,
		"document corrected": testCorrection, "document deleted": testDeletion, "document failed": testFailed,
		"document of bad intent": testHostile, "review viewer": testViewer, "review of doubtful values": testStation,
		"usage": testUsage, "usage of none": testNoUsage, "webhooks": testWebhooks, "pages not here": testNoPage,
		"people": testPeople, "people, for a member": testPeopleForMember, "weight": testWeight,
	}
}

func TestDashboard(t *testing.T) {
	h := &fixture{provider: startProvider(t)}
	address := instance.FreeAddress(t) // the provider must know the redirect address
	h.Instance = binary.Start(t, instance.Dir(t), "DOCMILL_TRUSTED_PROXIES=127.0.0.1", "DOCMILL_LISTEN="+address,
		"DOCMILL_OIDC_ISSUER="+h.provider.URL, "DOCMILL_OIDC_CLIENT_ID="+clientID, "DOCMILL_OIDC_CLIENT_SECRET="+clientSecret,
		"DOCMILL_OIDC_NAME=Example Corp", "DOCMILL_OIDC_DOMAINS=victim.example", "DOCMILL_PUBLIC_URL=http://"+address)
	h.operator = natsclient.Bus(t, h, contract.UserAdmin)
	h.browser = launchBrowser(t)
	all := scenarios()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all[name](t, h)
		})
	}
}

func launchBrowser(t *testing.T) context.Context {
	t.Helper()
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath("chromium"), chromedp.NoSandbox, chromedp.WindowSize(desktopWidth, desktopHeight))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	browser, end := chromedp.NewContext(allocator)
	t.Cleanup(end)
	require.NoError(t, chromedp.Do(browser), "chromium does not start (Debian package chromium")
	return browser
}
