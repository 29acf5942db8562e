package main

import (
	"encoding/json"
	"testing"
)

const objects = `[
 {"kind": "Service", "metadata": {"name": "nats", "namespace": "docmill"}, "spec": {"clusterIP": "10.96.0.7"}},
 {"kind": "Service", "metadata": {"name": "peers", "namespace": "docmill"},
  "spec": {"clusterIP": "None", "publishNotReadyAddresses": true}},
 {"kind": "Service", "metadata": {"name": "database", "namespace": "docmill"}, "spec": {"clusterIP": "None"}},
 {"kind": "EndpointSlice", "metadata": {"namespace": "docmill", "labels": {"kubernetes.io/service-name": "nats"}},
  "endpoints": [{"addresses": ["10.0.0.1"]}]},
 {"kind": "EndpointSlice", "metadata": {"namespace": "docmill", "labels": {"kubernetes.io/service-name": "peers"}},
  "endpoints": [{"addresses": ["10.0.0.1"], "hostname": "nats-0", "conditions": {"ready": false}}]},
 {"kind": "EndpointSlice", "metadata": {"namespace": "docmill", "labels": {"kubernetes.io/service-name": "database"}},
  "endpoints": [{"addresses": ["10.0.0.2"], "conditions": {"ready": true}},
                {"addresses": ["10.0.0.3"], "conditions": {"ready": false}}]}
]`

func TestHosts(t *testing.T) {
	var list []object
	if err := json.Unmarshal([]byte(objects), &list); err != nil {
		t.Fatal(err)
	}
	want := `10.0.0.1 nats-0.peers.docmill.svc.cluster.local
10.0.0.1 peers.docmill.svc.cluster.local
10.0.0.2 database.docmill.svc.cluster.local
10.96.0.7 nats.docmill.svc.cluster.local
`
	if got := hosts(list); got != want {
		t.Errorf("got\n%s", got)
	}
}
