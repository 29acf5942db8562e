// Package check reports what is wrong with docmill's deployment files without a
// container engine or a cluster: the compose file, the Kubernetes manifests and
// the Dockerfile, each read by the parser and validated by the rules of the
// program that will run it, and held against the settings that the services'
// sources declare.
package check
