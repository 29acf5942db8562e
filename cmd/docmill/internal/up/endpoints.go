package up

import (
	"encoding/json"
	"fmt"
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
