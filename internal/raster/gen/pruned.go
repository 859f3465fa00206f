package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// called are the beginnings of the names of the functions that internal/raster calls, and go-pdfium for it. All that
// are not PDFium's own interface are needed as well: memory, and what begins a program.
var called = []string{
	"FPDFBitmap_", "FPDFFormObj_", "FPDFPageObj_GetType", "FPDFPageObj_SetIsActive", "FPDFPage_CountObjects", "FPDFPage_GetObject",
	"FPDF_ClosePage", "FPDF_CloseDocument", "FPDF_DestroyLibrary", "FPDF_FILEACCESS", "FPDF_GetLastError", "FPDF_GetPage", "FPDF_InitLibrary",
	"FPDF_LoadCustomDocument", "FPDF_LoadMemDocument", "FPDF_LoadPage", "FPDF_RenderPageBitmapWithMatrix",
}

// own are the beginnings of the names of PDFium's own interface.
var own = []string{"FPDF", "FORM_", "FSDK_", "FX_", "IFSDK_", "UNSUPPORT_"}

// trap is the body of a function that nobody calls.
var trap = []byte{0, unreachable, end}

// pruned returns a program in which the functions that are never called have no code: those that no needed function
// calls, nor a function in a table. They stay, and trap, so that no index changes. Text search, forms, editing and
// scripts are a third of PDFium's code, and most of what its first drawing takes is to translate it.
func pruned(program []byte) ([]byte, error) {
	s, err := split(program)
	if err != nil {
		return nil, err
	}
	imports, err := readImports(s.of(importSection))
	if err != nil {
		return nil, err
	}
	bodies, err := readBodies(s.of(codeSection))
	if err != nil {
		return nil, err
	}
	reached, err := roots(s)
	if err != nil {
		return nil, err
	}
	needed := make([]bool, len(bodies))
	for len(reached) > 0 {
		last := len(reached) - 1
		i := int(reached[last]) - int(imports.functions)
		reached = reached[:last]
		if i < 0 || i < len(needed) && needed[i] {
			continue
		}
		if i >= len(bodies) {
			return nil, fmt.Errorf("function %d of %d", i, len(bodies))
		}
		needed[i] = true
		body := bodies[i]
		if err := eachInstruction(body, func(opcode byte, operands, _ int) {
			if opcode == call || opcode == refFunc {
				r := reader{in: body, at: operands}
				reached = append(reached, r.unsigned())
			}
		}); err != nil {
			return nil, fmt.Errorf("function %d of the code: %w", i, err)
		}
	}
	code := binary.AppendUvarint(nil, uint64(len(bodies)))
	for i, body := range bodies {
		if !needed[i] {
			body = trap
		}
		code = append(binary.AppendUvarint(code, uint64(len(body))), body...)
	}
	s[codeSection] = code
	return s.join(program), nil
}

func readBodies(content []byte) ([][]byte, error) {
	r := reader{in: content}
	var bodies [][]byte
	for range r.unsigned() {
		body := r.bytes(int(r.unsigned()))
		if r.failed != nil {
			return nil, r.failed
		}
		bodies = append(bodies, body)
	}
	return bodies, r.failed
}

// roots are the functions that are called from outside, or by a table.
func roots(s sections) ([]uint32, error) {
	var all []uint32
	r := reader{in: s.of(exportSection)}
	for range r.unsigned() {
		name, kind, index := string(r.bytes(int(r.unsigned()))), r.byte(), r.unsigned()
		if r.failed != nil {
			return nil, r.failed
		}
		begins := func(list []string) bool {
			return slices.ContainsFunc(list, func(begin string) bool { return strings.HasPrefix(name, begin) })
		}
		if kind == 0 && (begins(called) || !begins(own)) {
			all = append(all, index)
		}
	}
	if start := s.of(startSection); len(start) > 0 {
		r = reader{in: start}
		all = append(all, r.unsigned())
	}
	r = reader{in: s.of(elementSection)}
	if len(r.in) == 0 {
		return all, nil
	}
	for range r.unsigned() {
		if r.unsigned() != 0 { // of functions, at a place in table 0: all of PDFium's are so
			return nil, errors.New("elements of another form")
		}
		if r.byte() != i32Const {
			return nil, errors.New("the place of elements is no constant")
		}
		r.signed()
		r.byte() // end
		for range r.unsigned() {
			all = append(all, r.unsigned())
		}
		if r.failed != nil {
			return nil, r.failed
		}
	}
	return all, nil
}
