package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"syscall"
	"unsafe"

	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"helm.sh/helm/v4/pkg/strvals"
)

// valueOptions are the options of helm that set values, by its names.
type valueOptions struct {
	Values     []string `json:"values"`
	Set        []string `json:"set"`
	SetString  []string `json:"setString"`
	SetFile    []string `json:"setFile"`
	SetJSON    []string `json:"setJson"`
	SetLiteral []string `json:"setLiteral"`
}

// merged returns the values that the options set. Later ones win: files, then JSON, plain values, strings,
// contents of files and literals.
func (options valueOptions) merged() (map[string]any, error) {
	all := map[string]any{}
	for _, path := range options.Values {
		text, err := readOption(path)
		if err != nil {
			return nil, err
		}
		values, err := loader.LoadValues(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("failed to parse %s: %w", path, err)
		}
		all = loader.MergeMaps(all, values)
	}
	for _, word := range options.SetJSON {
		merged, err := mergeJSON(word, all)
		if err != nil {
			return nil, fmt.Errorf("failed parsing --set-json data %s: %w", word, err)
		}
		all = merged
	}
	return all, options.mergeWords(all)
}

// mergeJSON merges an object, or a path with its value.
func mergeJSON(word string, all map[string]any) (map[string]any, error) {
	if !strings.HasPrefix(strings.TrimSpace(word), "{") {
		return all, strvals.ParseJSON(word, all)
	}
	var values map[string]any
	if err := json.Unmarshal([]byte(word), &values); err != nil {
		return nil, err
	}
	return loader.MergeMaps(all, values), nil
}

func (options valueOptions) mergeWords(all map[string]any) error {
	parseFile := func(word string, all map[string]any) error {
		return strvals.ParseIntoFile(word, all, func(path []rune) (any, error) {
			text, err := readOption(string(path))
			return string(text), err
		})
	}
	for _, kind := range []struct {
		flag  string
		words []string
		parse func(string, map[string]any) error
	}{
		{"--set", options.Set, strvals.ParseInto},
		{"--set-string", options.SetString, strvals.ParseIntoString},
		{"--set-file", options.SetFile, parseFile},
		{"--set-literal", options.SetLiteral, strvals.ParseLiteralInto},
	} {
		for _, word := range kind.words {
			if err := kind.parse(word, all); err != nil {
				return fmt.Errorf("failed parsing %s data: %w", kind.flag, err)
			}
		}
	}
	return nil
}

// openOption lets the host read a file that an option names. It returns its size, or a negative error number.
//
//go:wasmimport converge open_option
func openOption(path unsafe.Pointer, size uint32) int64

// takeOption copies the file that was opened last.
//
//go:wasmimport converge take_option
func takeOption(to unsafe.Pointer)

// readOption reads a file that an option names, or standard input.
func readOption(path string) ([]byte, error) {
	if address, err := url.Parse(path); err == nil && address.Scheme != "" && address.Host != "" {
		return nil, fmt.Errorf("%s is a URL: download it and name the file", path)
	}
	size := openOption(unsafe.Pointer(unsafe.StringData(path)), uint32(len(path)))
	if size < 0 {
		return nil, &fs.PathError{Op: "open", Path: path, Err: syscall.Errno(-size)}
	}
	text := make([]byte, size)
	if size > 0 {
		takeOption(unsafe.Pointer(unsafe.SliceData(text)))
	}
	return text, nil
}
