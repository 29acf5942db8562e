package up

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

// endpointsFile tells the command line where the instance listens.
const endpointsFile = "endpoints.json"

// Endpoints of a running instance.
type Endpoints struct {
	HTTP  string `json:"http"`  // base URL of the API
	NATS  string `json:"nats"`  // URL for subscribers and operators
	Admin string `json:"admin"` // base URL of the admin port

	// Of the embedded servers; empty for outside ones. Passwords are in the
	// credentials.
	Database string `json:"database,omitempty"` // URL, without the superuser's password
	S3       string `json:"s3,omitempty"`       // host:port of the object store
	S3Bucket string `json:"s3Bucket,omitempty"`
}

// LoadEndpoints reads where the instance of a data directory listens, or last
// listened.
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

// DatabaseURL is the embedded database as its superuser, "" where there is none.
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
