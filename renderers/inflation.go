package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig/v3"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	release "helm.sh/helm/v4/pkg/release/v1"
	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/provider"
	"sigs.k8s.io/kustomize/api/resmap"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/kustomize/kyaml/yaml/merge2"
	"sigs.k8s.io/yaml"
)

// inflation is how a kustomization has a chart rendered, by the names of kustomize's fields.
type inflation struct {
	// ValuesText is the text of valuesFile; nil for that of the chart.
	ValuesText   *string  `json:"valuesText"`
	Additional   []string `json:"additional"`
	Inline       string   `json:"inline"`
	Merge        string   `json:"merge"`
	NameTemplate string   `json:"nameTemplate"`
	IncludeCRDs  bool     `json:"includeCRDs"`
	SkipHooks    bool     `json:"skipHooks"`
	SkipTests    bool     `json:"skipTests"`
}

// renderInflation returns the resources that kustomize's HelmChartInflationGenerator generates.
func renderInflation(place string, asked chartRequest) ([]byte, error) {
	loaded, err := loader.Load(place)
	if err != nil {
		return nil, err
	}
	values, err := asked.Inflation.values(loaded)
	if err != nil {
		return nil, err
	}
	if asked.Release, err = asked.Inflation.releaseName(asked.Release); err != nil {
		return nil, err
	}
	text, err := renderLoaded(loaded, asked, values)
	if err != nil {
		return nil, err
	}
	return markGenerated(text)
}

// releaseName is the name that `helm template --generate-name` gives without one.
func (asked *inflation) releaseName(name string) (string, error) {
	if asked.NameTemplate == "" {
		if name == "" {
			return "release-name", nil
		}
		return name, nil
	}
	if name != "" {
		return "", errors.New("cannot set nameTemplate and also releaseName")
	}
	parsed, err := template.New("name-template").Funcs(sprig.TxtFuncMap()).Parse(asked.NameTemplate)
	if err != nil {
		return "", err
	}
	var text bytes.Buffer
	err = parsed.Execute(&text, nil)
	return text.String(), err
}

func (asked *inflation) values(loaded *chart.Chart) (map[string]any, error) {
	file := ""
	if asked.ValuesText != nil {
		file = *asked.ValuesText
	} else {
		for _, raw := range loaded.Raw {
			if raw.Name == "values.yaml" {
				file = string(raw.Data)
			}
		}
	}
	merged, err := asked.mergeInline(file)
	if err != nil {
		return nil, err
	}
	all := map[string]any{}
	for _, text := range append([]string{merged}, asked.Additional...) {
		values, err := loader.LoadValues(strings.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("failed to parse values: %w", err)
		}
		all = loader.MergeMaps(all, values)
	}
	return all, nil
}

// mergeInline is what kustomize does with valuesInline, by the same functions:
// https://github.com/kubernetes-sigs/kustomize/blob/api/v0.21.2/api/internal/builtins/HelmChartInflationGenerator.go
func (asked *inflation) mergeInline(file string) (string, error) {
	var inline map[string]any
	if err := json.Unmarshal([]byte(asked.Inline), &inline); err != nil {
		return "", err
	}
	if len(inline) == 0 {
		return file, nil
	}
	if asked.Merge != "replace" {
		merged, err := mergeValues(file, inline, asked.Merge == "merge")
		if err != nil {
			return "", err
		}
		inline = merged
	}
	text, err := yaml.Marshal(inline)
	return string(text), err
}

func mergeValues(file string, inline map[string]any, fileWins bool) (map[string]any, error) {
	values, err := kyaml.Parse(file)
	if err != nil {
		return nil, fmt.Errorf("could not parse values file into rnode: %w", err)
	}
	over, err := kyaml.FromMap(inline)
	if err != nil {
		return nil, fmt.Errorf("could not parse values inline into rnode: %w", err)
	}
	source, target := over, values
	if fileWins {
		source, target = values, over
	}
	merged, err := merge2.Merge(source, target.Copy(), kyaml.MergeOptions{})
	if err != nil {
		return nil, fmt.Errorf("could not merge values: %w", err)
	}
	return merged.Map()
}

// markGenerated marks resources as kustomize does, whose namespaces it leaves to Helm.
func markGenerated(text []byte) ([]byte, error) {
	factory := resmap.NewFactory(provider.NewDefaultDepProvider().GetResourceFactory())
	all, err := factory.NewResMapFromBytes(text)
	if err != nil {
		return nil, fmt.Errorf("could not parse bytes into resource map: %w", err)
	}
	for _, resource := range all.Resources() {
		mark := kyaml.SetAnnotation(konfig.HelmGeneratedAnnotation, "true")
		if err := resource.RNode.PipeE(mark); err != nil {
			return nil, fmt.Errorf("failed to set helm annotation: %w", err)
		}
	}
	if all.Size() == 0 {
		return []byte{}, nil
	}
	return all.AsYaml()
}

// omits reports whether a hook is left out.
func (asked *inflation) omits(hook *release.Hook) bool {
	if asked == nil {
		return false
	}
	return asked.SkipHooks || asked.SkipTests && slices.Contains(hook.Events, release.HookTest)
}
