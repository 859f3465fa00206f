//go:build js

// Command pagelift-wasm is the conversion for JavaScript. docs/demo makes it a package of npm and a page that
// converts in the browser. It sets globalThis.pagelift to an object with one function:
//
//	convert(bytes, options, progress) -> Promise of {result, assets} or {error}
//
// bytes is a Uint8Array, options, result and error are JSON, and progress is called with the number of pages done
// and in all. Nothing else runs while a document is converted: the function is meant for a worker.
package main

import (
	"context"
	"encoding/json"
	"strings"
	"syscall/js"

	"github.com/pagelift/pagelift/internal/browser"
)

func main() {
	js.Global().Set("pagelift", map[string]any{"convert": js.FuncOf(promise)})
	select {} // the function stays callable
}

// promise starts a conversion and returns the promise of its answer. The conversion has its own goroutine: a
// function that JavaScript calls must not block.
func promise(_ js.Value, args []js.Value) any {
	input, options, progress := args[0], args[1].String(), args[2]
	document := make([]byte, input.Get("length").Int())
	js.CopyBytesToGo(document, input)
	run := js.FuncOf(func(_ js.Value, settle []js.Value) any {
		go func() {
			settle[0].Invoke(answer(document, options, func(done, total int) { progress.Invoke(done, total) }))
		}()
		return nil
	})
	defer run.Release() // a promise calls it before New returns
	return js.Global().Get("Promise").New(run)
}

// answer converts a document and returns what JavaScript gets.
func answer(document []byte, options string, progress func(done, total int)) map[string]any {
	result, err := browser.Convert(context.Background(), document, options, progress)
	if err != nil {
		return failed(err)
	}
	text, err := encoded(result)
	if err != nil {
		return failed(err)
	}
	assets := make([]any, 0, len(result.Assets))
	for _, a := range result.Assets {
		data := js.Global().Get("Uint8Array").New(len(a.Data))
		js.CopyBytesToJS(data, a.Data)
		assets = append(assets, map[string]any{"name": a.Name, "media_type": a.MediaType, "data": data})
	}
	return map[string]any{"result": text, "assets": assets}
}

// failed is the answer of a conversion that failed.
func failed(err error) map[string]any {
	text, _ := encoded(browser.FailureOf(err)) // two strings and a number
	return map[string]any{"error": text}
}

// encoded is v as JSON. HTML in it stays as it is: its tags would take six times the room.
func encoded(v any) (string, error) {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return text.String(), err
}
