// Package kubernetes stands in for the typed clients, which helm imports only to know their version.
package kubernetes
