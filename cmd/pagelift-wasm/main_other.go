//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "pagelift-wasm runs in JavaScript only: make demo builds it with GOOS=js GOARCH=wasm")
	os.Exit(2)
}
