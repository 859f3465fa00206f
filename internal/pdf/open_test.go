package pdf_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		build func() []byte
		want  []string
	}{
		"a table": {three, []string{"(page 1) Tj", "(page 2) Tj", "(page 3) Tj"}},
		"streams of objects and cross-references": {packed, []string{"(page 1) Tj"}},
		"bytes before the header": {func() []byte {
			return append([]byte("HTTP/1.1 200 OK\r\n\r\n"), three()...)
		}, []string{"(page 1) Tj", "(page 2) Tj", "(page 3) Tj"}},
		"bytes before the header, counted": {func() []byte {
			f := &file{offsets: make(map[int]int)}
			f.WriteString("junk\n%PDF-1.7\n")
			onePage(f)
			return f.end(f.table("/Root 1 0 R"))
		}, []string{"(page 1) Tj"}},
		"no header": {func() []byte {
			return bytes.Replace(three(), []byte("%PDF-1.7\n"), []byte("%%%%%%%%\n"), 1)
		}, []string{"(page 1) Tj", "(page 2) Tj", "(page 3) Tj"}},
		"startxref that is slightly off": {func() []byte {
			f := newFile()
			onePage(f)
			return f.end(f.table("/Root 1 0 R") - 3)
		}, []string{"(page 1) Tj"}},
		"entries of 19 bytes": {func() []byte {
			return bytes.ReplaceAll(three(), []byte(" n \n"), []byte(" n\n"))
		}, []string{"(page 1) Tj", "(page 2) Tj", "(page 3) Tj"}},
		"a table that counts from 1": {func() []byte {
			return bytes.Replace(three(), []byte("xref\n0 "), []byte("xref\n1 "), 1)
		}, []string{"(page 1) Tj", "(page 2) Tj", "(page 3) Tj"}},
		"an update that replaces an object": {func() []byte {
			f := newFile()
			onePage(f)
			first := f.table("/Root 1 0 R")
			f.offsets = map[int]int{}
			f.stream(4, "", "(updated) Tj")
			return f.end(f.table(fmt.Sprintf("/Root 1 0 R /Prev %d", first)))
		}, []string{"(updated) Tj"}},
		"updates in a circle": {func() []byte {
			f := newFile()
			onePage(f)
			return f.end(f.table(fmt.Sprintf("/Root 1 0 R /Prev %d", f.Len())))
		}, []string{"(page 1) Tj"}},
		"Length in an object behind the stream": {func() []byte {
			f := newFile()
			onePage(f)
			f.object(4, "<< /Length 5 0 R >>\nstream\n(endstream inside) Tj\nendstream")
			f.object(5, "21")
			return f.end(f.table("/Root 1 0 R"))
		}, []string{"(endstream inside) Tj"}},
		"a wrong Length":                  {lengths("99999"), []string{"(page 1) Tj"}},
		"a short Length":                  {lengths("2"), []string{"(page 1) Tj"}},
		"a negative Length":               {lengths("-7"), []string{"(page 1) Tj"}},
		"a Length that is its own stream": {lengths("4 0 R"), []string{"(page 1) Tj"}},
		"a Length that is missing":        {lengths("null"), []string{"(page 1) Tj"}},
		"a carriage return before data":   {afterStream("\r"), []string{"(page 1) Tj"}},
		"nothing before data":             {afterStream(""), []string{"(page 1) Tj"}},
		"blanks before the line end":      {afterStream(" \r\n"), []string{"(page 1) Tj"}},
		"a comment before stream":         {bodied("<< /Length 11 >> % a stream\nstream\n(page 1) Tj\nendstream"), []string{"(page 1) Tj"}},
		"no line end before endstream":    {bodied("<< /Length 11 >>\nstream\n(page 1) Tjendstream"), []string{"(page 1) Tj"}},
		"endobj for endstream":            {bodied("<< /Length 0 >>\nstream\n(page 1) Tj\r\n"), []string{"(page 1) Tj"}},
		"comments in a header": {func() []byte {
			f := newFile()
			onePage(f)
			f.offsets[4] = f.Len()
			f.WriteString("4 % number\n0 % generation\nobj % and no line end<< /Length 3 >>\n<< /Length 3 >> stream\nabc\nendstream endobj\n")
			return f.end(f.table("/Root 1 0 R"))
		}, []string{"abc"}},
		"a first section without Prev": {func() []byte {
			f := newFile()
			onePage(f)
			return f.end(f.table("/Root 1 0 R /Prev 0"))
		}, []string{"(page 1) Tj"}},
		"a linearized file": {func() []byte {
			f := newFile()
			f.stream(4, "", "(page 1) Tj")
			first := f.Len()
			f.WriteString("xref\n4 1\n0000000009 00000 n \ntrailer\n<< /Root 1 0 R /Prev 00000 >>\nstartxref\n0\n%%EOF\n")
			f.offsets = map[int]int{}
			f.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
			f.object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
			f.object(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R >>")
			main := f.table("")
			return bytes.Replace(f.end(first), []byte("/Prev 00000"), fmt.Appendf(nil, "/Prev %05d", main), 1)
		}, []string{"(page 1) Tj"}},
		"contents in pieces": {func() []byte {
			f := newFile()
			onePage(f)
			f.object(3, "<< /Type /Page /Contents [4 0 R 9 0 R 5 0 R] >>")
			f.stream(5, "", "ET")
			return f.end(f.table("/Root 1 0 R"))
		}, []string{"(page 1) Tj\nET"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := pdf.Open(t.Context(), test.build(), pdf.Options{Warn: func(damage pdf.Damage) {
				t.Errorf("unexpected damage: %+v", damage)
			}})
			require.NoError(t, err)
			require.Equal(t, test.want, contents(d))
		})
	}
}

func TestOpenFails(t *testing.T) {
	t.Parallel()
	ended, end := context.WithCancel(t.Context())
	end()
	for name, test := range map[string]struct {
		ctx  context.Context
		src  string
		opts pdf.Options
		want error
	}{
		"an empty file":              {t.Context(), "", pdf.Options{}, pdf.ErrNotPDF},
		"a text":                     {t.Context(), "Dear reader, this is no PDF.", pdf.Options{}, pdf.ErrNotPDF},
		"a header only":              {t.Context(), "%PDF-1.7\n", pdf.Options{}, pdf.ErrInvalid},
		"no page":                    {t.Context(), string(new(testkit.PDF).Bytes()), pdf.Options{}, pdf.ErrInvalid},
		"more pages than said":       {t.Context(), string(three()), pdf.Options{MaxPages: 2}, pdf.ErrPageLimit},
		"an ended context":           {ended, strings.Replace(string(three()), "startxref", "startxxxx", 1), pdf.Options{}, context.Canceled},
		"a foreign security handler": {t.Context(), strings.Replace(string(three()), "/Root", "/Encrypt << /Filter /Adobe.PubSec /V 4 >> /Root", 1), pdf.Options{}, pdf.ErrEncryption},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := pdf.Open(test.ctx, []byte(test.src), test.opts)
			require.ErrorIs(t, err, test.want)
		})
	}
}
