// Package check reports problems of docmill's deployment files without a container engine or a cluster. It
// reads the compose file, the Kubernetes manifests and the Dockerfile with the parser and the rules of the
// program that will run them, and compares them with the settings in the services' sources.
package check
