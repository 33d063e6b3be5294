// Package rest stands in for the configuration of a client: there is nothing to configure.
package rest

// Config is the configuration that helm passes to the other stand-ins.
type Config struct{}
