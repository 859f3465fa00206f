package main

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
)

// family is a program of functions that return their number. The first is exported as FPDF_LoadPage and calls the
// second; the third is in a table; the fourth is exported as FORM_OnChar and calls the fifth.
func family() []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	section := func(id byte, content string) {
		out = append(binary.AppendUvarint(append(out, id), uint64(len(content))), content...)
	}
	section(typeSection, "\x02\x60\x04\x7f\x7f\x7f\x7f\x01\x7f\x60\x00\x01\x7f")
	section(importSection, "\x01\x16wasi_snapshot_preview1\x08fd_write\x00\x00")
	section(functionSection, "\x05\x01\x01\x01\x01\x01")
	section(4, "\x01\x70\x00\x01") // a table of one function
	section(5, "\x01\x00\x01")
	section(exportSection, "\x03\x0dFPDF_LoadPage\x00\x01\x0bFORM_OnChar\x00\x04\x06memory\x02\x00")
	section(elementSection, "\x01\x00\x41\x00\x0b\x01\x03")
	section(codeSection, "\x05\x04\x00\x10\x02\x0b\x04\x00\x41\x02\x0b\x04\x00\x41\x03\x0b\x04\x00\x10\x05\x0b\x04\x00\x41\x05\x0b")
	return out
}

func TestWhatNobodyCallsHasNoCode(t *testing.T) {
	t.Parallel()
	program, err := pruned(family())
	require.NoError(t, err)
	s, err := split(program)
	require.NoError(t, err)
	bodies, err := readBodies(s.of(codeSection))
	require.NoError(t, err)
	require.Len(t, bodies, 5)
	for i, kept := range []bool{true, true, true, false, false} {
		if kept {
			require.NotEqual(t, trap, bodies[i], "%d", i)
		} else {
			require.Equal(t, trap, bodies[i], "%d", i)
		}
	}
	runtime := wazero.NewRuntime(t.Context())
	defer runtime.Close(t.Context())
	_, err = runtime.CompileModule(t.Context(), program)
	require.NoError(t, err)
}

func TestWhatCannotBePrunedIsAnError(t *testing.T) {
	t.Parallel()
	whole := family()
	for n := range whole[:len(whole)-1] {
		_, err := pruned(whole[:n])
		require.Error(t, err, "%d bytes", n)
	}
}
