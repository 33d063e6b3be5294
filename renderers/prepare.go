package main

import (
	crypto "crypto/rand"
	"encoding/binary"
	"math/rand"
	"os"
	"sync"

	"helm.sh/helm/v4/pkg/chart/loader/archive"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// prepare is called while the module is built, whose memory is then kept: it renders once, so that schemas and
// tables that every rendering needs are there.
//
//go:wasmexport prepare
func prepare() {
	if err := prepareAll(); err != nil {
		os.Stderr.WriteString(err.Error())
	}
}

const preparedObject = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n"

func prepareAll() error {
	chart, err := loader.LoadFiles([]*archive.BufferedFile{
		{Name: "Chart.yaml", Data: []byte("apiVersion: v2\nname: web\nversion: 1.0.0\n")},
		{Name: "values.yaml", Data: []byte("name: web\n")},
		{Name: "values.schema.json", Data: []byte(`{"type": "object"}`)},
		{Name: "templates/web.yaml", Data: []byte(preparedObject + "# {{ .Values | toYaml | nindent 2 | quote }}\n")},
	})
	if err != nil {
		return err
	}
	if _, err := renderLoaded(chart, chartRequest{Release: "web", Namespace: "default"}, map[string]any{}); err != nil {
		return err
	}
	files := filesys.MakeFsInMemory()
	if err := files.WriteFile("/kustomization.yaml", []byte(preparedKustomization)); err != nil {
		return err
	}
	if err := files.WriteFile("/web.yaml", []byte(preparedObject)); err != nil {
		return err
	}
	_, err = krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(files, "/")
	return err
}

const preparedKustomization = `
resources: [web.yaml]
namePrefix: a-
images: [{name: a, newTag: b}]
labels: [{pairs: {a: b}, includeSelectors: true}]
configMapGenerator: [{name: c, literals: [a=b]}]
patches: [{patch: "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {paused: true}}"}]
`

// seedOnce seeds the numbers that are not cryptographic: those of every instance begin with the same memory.
var seedOnce = sync.OnceFunc(func() {
	var seed [8]byte
	if _, err := crypto.Read(seed[:]); err != nil {
		panic(err)
	}
	rand.Seed(int64(binary.LittleEndian.Uint64(seed[:])))
})
