package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// A new version of go-pdfium calls for its own PDFium: go generate ./internal/raster.
func TestTheProgramIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	program, err := library()
	require.NoError(t, err)
	require.True(t, holds("../"+compressed, program), "run: go generate ./internal/raster")
}

// module is a program that imports fd_write and has a memory, a global and one function, which takes and returns an
// integer.
func module(code ...byte) []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	section := func(id byte, content string) {
		out = append(binary.AppendUvarint(append(out, id), uint64(len(content))), content...)
	}
	body := string(append([]byte{1, 1, 0x7f}, code...)) // one variable beside the argument
	section(typeSection, "\x02\x60\x04\x7f\x7f\x7f\x7f\x01\x7f\x60\x01\x7f\x01\x7f")
	section(importSection, "\x01\x16wasi_snapshot_preview1\x08fd_write\x00\x00")
	section(functionSection, "\x01\x01")
	section(5, "\x01\x00\x01")                          // a page of memory
	section(globalSection, "\x01\x7f\x00\x41\x07\x0b")  // 7
	section(7, "\x02\x03run\x00\x01\x06memory\x02\x00") // exports
	section(codeSection, "\x01"+string(binary.AppendUvarint(nil, uint64(len(body))))+body)
	return out
}

// writer counts what is written, and fails from the most on.
type writer struct{ written, most int }

func (w *writer) Write(p []byte) (int, error) {
	if w.written++; w.written > w.most {
		return 0, errors.New("enough")
	}
	return len(p), nil
}

// start starts a program with a standard output.
func start(t *testing.T, program []byte, out *writer) api.Function {
	t.Helper()
	runtime := wazero.NewRuntime(t.Context())
	t.Cleanup(func() { _ = runtime.Close(context.WithoutCancel(t.Context())) })
	wasi_snapshot_preview1.MustInstantiate(t.Context(), runtime)
	m, err := runtime.InstantiateWithConfig(t.Context(), program, wazero.NewModuleConfig().WithStdout(out))
	require.NoError(t, err)
	return m.ExportedFunction("run")
}

// summed adds the numbers from the argument down to 1. Its loop has the sum on the stack when it begins.
var summed = []byte{
	0x41, 0, // sum: i32.const 0
	loop, 1, // of type 1: takes and returns an integer
	0x20, 0, 0x6a, // sum += argument
	0x20, 0, i32Const, 1, i32Sub, 0x22, 0, // argument--
	0x0d, 0, // again if it is not 0
	end, end,
}

func TestAProgramThatEndsReturnsWhatItDid(t *testing.T) {
	t.Parallel()
	program, err := interruptible(module(summed...))
	require.NoError(t, err)
	for n, turns := range map[uint64]int{1: 0, 10: 0, loopsBetween - 1: 0, loopsBetween: 1, 5 * loopsBetween: 5} {
		out := &writer{most: 1 << 20}
		want, err := start(t, module(summed...), &writer{}).Call(t.Context(), n)
		require.NoError(t, err)
		got, err := start(t, program, out).Call(t.Context(), n)
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, turns, out.written, "%d turns", n)
	}
}

func TestAProgramThatDoesNotEndIsStopped(t *testing.T) {
	t.Parallel()
	endless := []byte{block, noType, loop, noType, 0x0c, 0, end, end, 0x20, 0, end}
	program, err := interruptible(module(endless...))
	require.NoError(t, err)
	out := &writer{most: 3}
	_, err = start(t, program, out).Call(t.Context(), 0)
	require.ErrorContains(t, err, "unreachable")
	require.Equal(t, 4, out.written)
}

// TestImmediatesAreNoLoops: behind each opcode stand bytes that would be a loop if they were opcodes.
func TestImmediatesAreNoLoops(t *testing.T) {
	t.Parallel()
	check := []byte{0x01, 0x01, 0x01} // nop
	for name, code := range map[string][]byte{
		"a constant":             {i32Const, loop},
		"a long constant":        {0x42, 0x83, 0x83, loop},
		"a number of 32 bits":    {0x43, loop, loop, loop, loop},
		"a number of 64 bits":    {0x44, loop, loop, loop, loop, loop, loop, loop, loop},
		"a variable":             {0x20, loop},
		"a branch":               {0x0c, loop},
		"a table of branches":    {0x0e, 2, loop, loop, loop},
		"a call":                 {call, loop},
		"a call by a table":      {0x11, loop, loop},
		"a load":                 {0x28, loop, loop},
		"a select with its type": {0x1c, 1, loop},
		"the size of memory":     {0x3f, loop},
		"a null":                 {0xd0, loop},
		"a function":             {0xd2, loop},
		"a conversion":           {0xfc, loop},
		"memory that is copied":  {0xfc, 10, loop, loop},
		"memory that is filled":  {0xfc, 11, loop},
		"a table that grows":     {0xfc, 15, loop},
		"a vector":               {0xfd, loop, loop, loop},
		"a constant vector":      append([]byte{0xfd, 12}, bytes.Repeat([]byte{loop}, 16)...),
		"a lane":                 {0xfd, 21, loop},
		"a lane that is loaded":  {0xfd, 84, loop, loop, loop},
		"a sum of vectors":       {0xfd, 0xae, 0x01},
	} {
		body := append(append([]byte{2, loop, 0x7f, 1, loop}, code...), loop, noType, end, end) // variables first
		got, err := withChecks(body, check)
		require.NoError(t, err, name)
		at := len(body) - 2
		require.Equal(t, append(append(bytes.Clone(body[:at]), check...), body[at:]...), got, name)
	}
}

func TestWhatIsNoProgramIsAnError(t *testing.T) {
	t.Parallel()
	whole := module(summed...)
	for n := range whole[:len(whole)-1] {
		_, err := interruptible(whole[:n])
		require.Error(t, err, "%d bytes", n)
	}
	for name, code := range map[string][]byte{
		"an opcode that there is not":        {0x06, end},
		"another one":                        {0xfc, 18, end},
		"an opcode of vectors of the future": {0xfd, 0x80, 0x02, end},
		"code behind the end":                {end, 0x01},
		"no end":                             {0x01},
	} {
		_, err := interruptible(module(code...))
		require.Error(t, err, name)
	}
	_, err := interruptible(bytes.Replace(whole, []byte("fd_write"), []byte("fd_sleep"), 1))
	require.ErrorContains(t, err, "fd_write")
}
