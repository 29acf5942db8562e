package gateway

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/oidc"
)

// OIDC is the OpenID provider for signing in to the dashboard; none if Issuer is empty.
type OIDC struct {
	Issuer       string `name:"issuer" env:"DOCMILL_OIDC_ISSUER" help:"URL of the OpenID provider for signing in; none if empty."`
	ClientID     string `name:"client-id" env:"DOCMILL_OIDC_CLIENT_ID" help:"docmill's client id at the provider."`
	ClientSecret string `name:"client-secret" env:"DOCMILL_OIDC_CLIENT_SECRET" help:"The access key's secret."`
	Name         string `name:"name" env:"DOCMILL_OIDC_NAME" default:"single sign-on" help:"Label of the sign-in button."`
}

func (o OIDC) validate(publicURL string) error {
	if o.Issuer == "" {
		return nil
	}
	return errors.Join(
		isWebAddress("DOCMILL_OIDC_ISSUER", o.Issuer),
		isWebAddress("DOCMILL_PUBLIC_URL", publicURL),
		isSet("DOCMILL_OIDC_CLIENT_ID", o.ClientID),
	)
}

func isWebAddress(name, text string) error {
	if u, err := url.Parse(text); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("%s: %q is not a URL such as https://docmill.example", name, text)
	}
	return nil
}

// provider returns the provider, or nil. It must allow oidc.CallbackPath as redirect; shared is the replicas' secret.
func (o OIDC) provider(publicURL, shared string) (*oidc.Provider, error) {
	if o.Issuer == "" {
		return nil, nil
	}
	return oidc.New(oidc.Config{
		Issuer: o.Issuer, ClientID: o.ClientID, ClientSecret: o.ClientSecret, Label: o.Name,
		RedirectURL: strings.TrimSuffix(publicURL, "/") + oidc.CallbackPath,
		Secret:      o.ClientSecret + "\x00" + shared, // some providers give a client no secret
	}, time.Now)
}
