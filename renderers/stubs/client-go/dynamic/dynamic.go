// Package dynamic stands in for the client with which helm answers lookup.
package dynamic

import (
	"context"
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
)

// ResourceInterface has the methods that lookup calls.
type ResourceInterface interface {
	Get(ctx context.Context, name string, options metav1.GetOptions, subresources ...string) (*unstructured.Unstructured, error)
	List(ctx context.Context, options metav1.ListOptions) (*unstructured.UnstructuredList, error)
}

// NamespaceableResourceInterface is a resource of a cluster or of a namespace.
type NamespaceableResourceInterface interface {
	Namespace(string) ResourceInterface
	ResourceInterface
}

// Interface is a client for any resource.
type Interface interface {
	Resource(resource schema.GroupVersionResource) NamespaceableResourceInterface
}

// NewForConfig always fails.
func NewForConfig(*rest.Config) (Interface, error) {
	return nil, errors.New("a renderer has no cluster")
}
