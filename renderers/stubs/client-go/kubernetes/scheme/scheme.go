// Package scheme stands in for the types of Kubernetes. Of these, a renderer needs only the list of group
// versions that charts see if they are rendered without a cluster.
package scheme

import (
	_ "embed"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

//go:embed group-versions.txt
var groupVersions string

// KnownVersions is the part of a scheme that helm uses.
type KnownVersions struct{}

// Scheme lists the group versions that helm of the same release knows.
var Scheme KnownVersions

// PrioritizedVersionsAllGroups returns them in the order of helm's own list.
func (KnownVersions) PrioritizedVersionsAllGroups() []schema.GroupVersion {
	var all []schema.GroupVersion
	for word := range strings.FieldsSeq(groupVersions) {
		group, version, found := strings.Cut(word, "/")
		if !found {
			group, version = "", word
		}
		all = append(all, schema.GroupVersion{Group: group, Version: version})
	}
	return all
}
