// Program renderers renders Helm charts and kustomizations inside of WebAssembly. It is a reactor: the host
// initializes one instance and calls `render` as often as it likes. The host provides files read-only, the clock
// and random numbers; there is no network, and no other program can be started.
//
//go:debug randseednop=0
package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"unsafe"
)

// request is what the host asks for.
type request struct {
	// Type is chart or kustomization.
	Type string `json:"type"`
	// Path is absolute, without links.
	Path string `json:"path"`
	chartRequest
}

// exchange keeps what is handed over reachable until the next call.
var exchange struct {
	request []byte
	output  []byte
}

func main() {}

func init() {
	// As helm logs: lines with a recognizable prefix, without the time.
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, attribute slog.Attr) slog.Attr {
			if attribute.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return attribute
		},
	})))
}

// reserve returns where the host writes a request of that many bytes.
//
//go:wasmexport reserve
func reserve(size uint32) unsafe.Pointer {
	exchange.request = make([]byte, size)
	return unsafe.Pointer(unsafe.SliceData(exchange.request))
}

// render answers the request in the reserved memory. It returns the number of bytes that `output` points at;
// -1 if it has failed and has written the reason to standard error.
//
//go:wasmexport render
func render() int32 {
	exchange.output = nil
	seedOnce()
	output, err := renderRequest(exchange.request)
	if err != nil {
		fmt.Fprintf(os.Stderr, "Error: %v\n", explained(err))
		return -1
	}
	exchange.output = output
	return int32(len(output))
}

// output returns where the result of the last call of `render` is.
//
//go:wasmexport output
func output() unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(exchange.output))
}

func renderRequest(text []byte) ([]byte, error) {
	var asked request
	if err := json.Unmarshal(text, &asked); err != nil {
		return nil, fmt.Errorf("the request is damaged: %w", err)
	}
	if asked.Type == "kustomization" {
		return renderKustomization(asked.Path)
	}
	if asked.Inflation != nil {
		return renderInflation(asked.Path, asked.chartRequest)
	}
	return renderChart(asked.Path, asked.chartRequest)
}
