package main

import (
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// renderKustomization returns what `kustomize build` prints. Generators and transformers that are other
// programs are refused, as they are by kustomize's own defaults.
func renderKustomization(path string) ([]byte, error) {
	options := krusty.MakeDefaultOptions()
	// The order of the command: by kind, unless the kustomization specifies one.
	options.Reorder = krusty.ReorderOptionUnspecified
	built, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), path)
	if err != nil {
		return nil, err
	}
	return built.AsYaml()
}
