package up

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

// endpointsFile stores the instance's addresses for the command line.
const endpointsFile = "endpoints.json"

// Endpoints of a running instance.
type Endpoints struct {
	HTTP  string `json:"http"`  // base URL of the API
	NATS  string `json:"nats"`  // URL for subscribers and operators
	Admin string `json:"admin"` // base URL of the admin port

	// Of the embedded servers; empty for external ones. Passwords are in the credentials.
	Database string `json:"database,omitempty"` // URL, without the superuser's password
	S3       string `json:"s3,omitempty"`       // host:port of the object store
	S3Bucket string `json:"s3Bucket,omitempty"`
}

// LoadEndpoints reads the present or last addresses of a data directory's instance.
func LoadEndpoints(dir string) (Endpoints, error) {
	var e Endpoints
	b, err := os.ReadFile(filepath.Join(dir, endpointsFile))
	if err != nil {
		return e, err
	}
	if err := json.Unmarshal(b, &e); err != nil {
		return e, fmt.Errorf("%s: %w", endpointsFile, err)
	}
	return e, nil
}

// DatabaseURL returns the embedded database's URL for its superuser, or "".
func (e Endpoints) DatabaseURL(password string) string {
	u, err := url.Parse(e.Database)
	if e.Database == "" || err != nil || u.User == nil {
		return ""
	}
	u.User = url.UserPassword(u.User.Username(), password)
	return u.String()
}

func withoutPassword(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.User == nil {
		return ""
	}
	u.User = url.User(u.User.Username())
	return u.String()
}
