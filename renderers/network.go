package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
)

var errNoNetwork = errors.New("a renderer has no network")

type refusingTransport struct{}

func (refusingTransport) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errNoNetwork
}

// There is no network below either: this is to fail early, and with a reason.
func init() {
	http.DefaultTransport = refusingTransport{}
	net.DefaultResolver = &net.Resolver{
		PreferGo: true,
		Dial: func(context.Context, string, string) (net.Conn, error) {
			return nil, errNoNetwork
		},
	}
}

var (
	unreachable = regexp.MustCompile("a renderer has no network|dial tcp|no 'git' program on path")
	address     = regexp.MustCompile(`(?:https?|ssh|git)://[^\s'"]+|[\w.-]+@[\w.-]+:[^\s'"]+`)
)

// explained puts the address that cannot be reached before the messages that this has caused.
func explained(err error) error {
	text := err.Error()
	if !unreachable.MatchString(text) {
		return err
	}
	return fmt.Errorf("it refers to %s, and nothing is fetched while rendering: download it into the repository, and refer to the file\n%w",
		address.FindString(text), err)
}
