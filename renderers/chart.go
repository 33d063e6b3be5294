package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"slices"
	"strings"

	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	releaseutil "helm.sh/helm/v4/pkg/release/v1/util"
)

// chartRequest is what a chart is rendered with, by the names of helm's options.
type chartRequest struct {
	Release     string       `json:"release"`
	Namespace   string       `json:"namespace"`
	Revision    int          `json:"revision"`
	IsUpgrade   bool         `json:"isUpgrade"`
	KubeVersion string       `json:"kubeVersion"`
	APIVersions []string     `json:"apiVersions"`
	Options     valueOptions `json:"options"`
	// Part is empty for the manifests; `lines` for the lines of their templates in place of the lines of the rendered
	// documents; `notes` for NOTES.txt of the chart itself.
	Part string `json:"part"`
	// LooksUp is true if the host answers `lookup`.
	LooksUp bool `json:"looksUp"`
	// Inflation is set for a chart that a kustomization names.
	Inflation *inflation `json:"inflation"`
}

// renderChart returns what `helm template --include-crds` prints.
func renderChart(place string, asked chartRequest) ([]byte, error) {
	values, err := asked.Options.merged()
	if err != nil {
		return nil, err
	}
	loaded, err := loader.Load(place)
	if err != nil {
		return nil, err
	}
	return renderLoaded(loaded, asked, values)
}

func renderLoaded(loaded *chart.Chart, asked chartRequest, values map[string]any) ([]byte, error) {
	if err := checkChart(loaded); err != nil {
		return nil, err
	}
	if err := chartutil.ValidateReleaseName(asked.Release); err != nil {
		return nil, fmt.Errorf("release name %q: %w", asked.Release, err)
	}
	if err := chartutil.ProcessDependencies(loaded, values); err != nil {
		return nil, fmt.Errorf("chart dependencies processing failed: %w", err)
	}
	capabilities, err := asked.capabilities()
	if err != nil {
		return nil, err
	}
	release := common.ReleaseOptions{
		Name:      asked.Release,
		Namespace: asked.Namespace,
		Revision:  max(asked.Revision, 1),
		IsInstall: !asked.IsUpgrade,
		IsUpgrade: asked.IsUpgrade,
	}
	input, err := util.ToRenderValues(loaded, values, release, capabilities)
	if err != nil {
		return nil, err
	}
	required, served := loaded.Metadata.KubeVersion, capabilities.KubeVersion
	if required != "" && !chartutil.IsCompatibleRange(required, served.String()) {
		return nil, fmt.Errorf("chart requires kubeVersion: %s which is incompatible with Kubernetes %s",
			required, served.Version)
	}
	switch asked.Part {
	case "lines":
		return asked.renderLines(loaded, input)
	case "notes":
		return asked.renderNotes(loaded, input)
	default:
		return asked.renderTemplates(loaded, input)
	}
}

func (asked chartRequest) capabilities() (*common.Capabilities, error) {
	all := common.DefaultCapabilities.Copy()
	if asked.KubeVersion != "" {
		version, err := common.ParseKubeVersion(asked.KubeVersion)
		if err != nil {
			return nil, fmt.Errorf("invalid kube version '%s': %w", asked.KubeVersion, err)
		}
		all.KubeVersion = *version
	}
	all.APIVersions = slices.Concat(all.APIVersions, asked.APIVersions)
	return all, nil
}

// checkChart refuses what cannot be installed: libraries, and charts without their dependencies.
func checkChart(loaded *chart.Chart) error {
	metadata := loaded.Metadata
	if metadata.Type != "" && metadata.Type != "application" {
		return fmt.Errorf("%s charts are not installable", metadata.Type)
	}
	if metadata.Deprecated {
		slog.Warn("this chart is deprecated")
	}
	var missing []string
	for _, dependency := range metadata.Dependencies {
		isThere := slices.ContainsFunc(loaded.Dependencies(), func(subchart *chart.Chart) bool {
			return subchart.Name() == dependency.Name
		})
		if !isThere {
			missing = append(missing, dependency.Name)
		}
	}
	if len(missing) > 0 {
		return errors.New("found in Chart.yaml, but missing in charts/ directory: " + strings.Join(missing, ", "))
	}
	return nil
}

func (asked chartRequest) renderTemplates(loaded *chart.Chart, input common.Values) ([]byte, error) {
	files, err := asked.renderFiles(loaded, input)
	if err != nil {
		return nil, err
	}
	return asked.printFiles(loaded, files, func(_, content string) string { return content })
}

// renderLines prints the same as renderTemplates, with the lines of the templates in place of those of the documents.
func (asked chartRequest) renderLines(loaded *chart.Chart, input common.Values) ([]byte, error) {
	marked := markedTemplates{}
	marked.markTemplates(loaded)
	files, err := asked.renderFiles(loaded, input)
	if err != nil {
		return nil, err
	}
	lines := marked.takeAllMarks(files)
	return asked.printFiles(loaded, files, lines.numbersOf)
}

// renderNotes returns the notes of the chart, without those of its subcharts.
func (asked chartRequest) renderNotes(loaded *chart.Chart, input common.Values) ([]byte, error) {
	files, err := asked.engine().RenderWithContext(context.Background(), loaded, input)
	return []byte(files[path.Join(loaded.Name(), "templates", "NOTES.txt")]), err
}

func (asked chartRequest) renderFiles(loaded *chart.Chart, input common.Values) (map[string]string, error) {
	files, err := asked.engine().RenderWithContext(context.Background(), loaded, input)
	if err != nil {
		return nil, err
	}
	for name := range files {
		if strings.HasSuffix(name, "NOTES.txt") {
			delete(files, name)
		}
	}
	return files, nil
}

func (asked chartRequest) printFiles(
	loaded *chart.Chart,
	files map[string]string,
	printed func(name, content string) string,
) ([]byte, error) {
	hooks, manifests, err := releaseutil.SortManifests(files, nil, releaseutil.InstallOrder)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if asked.Inflation == nil || asked.Inflation.IncludeCRDs {
		for _, definitions := range loaded.CRDObjects() {
			writeSource(&text, definitions.Filename, string(definitions.File.Data))
		}
	}
	for _, manifest := range manifests {
		writeSource(&text, manifest.Name, printed(manifest.Name, manifest.Content))
	}
	all := bytes.NewBuffer(append(bytes.TrimSpace(text.Bytes()), '\n'))
	for _, hook := range hooks {
		if !asked.Inflation.omits(hook) {
			writeSource(all, hook.Path, printed(hook.Path, hook.Manifest))
		}
	}
	return all.Bytes(), nil
}

func writeSource(text *bytes.Buffer, name, content string) {
	fmt.Fprintf(text, "---\n# Source: %s\n%s\n", name, content)
}
