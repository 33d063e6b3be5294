// Package discovery stands in for the client that lists the API resources of a cluster.
package discovery

import (
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
)

// DiscoveryClient is never created.
type DiscoveryClient struct{}

// NewDiscoveryClientForConfig always fails.
func NewDiscoveryClientForConfig(*rest.Config) (*DiscoveryClient, error) {
	return nil, errors.New("a renderer has no cluster")
}

// ServerResourcesForGroupVersion always fails.
func (*DiscoveryClient) ServerResourcesForGroupVersion(string) (*metav1.APIResourceList, error) {
	return nil, errors.New("a renderer has no cluster")
}
