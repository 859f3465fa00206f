package pipeline_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer"
)

// BenchmarkStages times each stage alone on the same three documents. The input of a stage is made beforehand.
// Bytes are those of the file.
func BenchmarkStages(b *testing.B) {
	for name, data := range testkit.Documents() {
		doc, err := pdf.Open(context.Background(), data, pdf.Options{})
		require.NoError(b, err)
		pages := analyzed(b, doc)
		tree, err := infer.Build(context.Background(), semantic.Source{Pages: pages}, infer.Options{})
		require.NoError(b, err)

		stage := func(stage string, f func() error) {
			b.Run(stage+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				b.ReportAllocs()
				for b.Loop() {
					require.NoError(b, f())
				}
			})
		}
		stage("open", func() error {
			_, err := pdf.Open(context.Background(), data, pdf.Options{})
			return err
		})
		stage("content", func() error {
			var c layout.Content
			reader := content.NewReader(doc)
			for n := range doc.PageCount() {
				if err := reader.Page(context.Background(), doc.Page(n+1), &c); err != nil {
					return err
				}
			}
			return nil
		})
		contents := interpreted(b, doc)
		stage("layout", func() error {
			for i := range contents {
				if _, err := analyze.Page(context.Background(), &contents[i], analyze.Options{}); err != nil {
					return err
				}
			}
			return nil
		})
		stage("semantic", func() error {
			_, err := infer.Build(context.Background(), semantic.Source{Pages: pages}, infer.Options{})
			return err
		})
		stage("htmlout", func() error {
			_, err := htmlout.Write(context.Background(), tree, htmlout.Options{Semantic: true})
			return err
		})
		stage("htmlout minified", func() error {
			_, err := htmlout.Write(context.Background(), tree, htmlout.Options{Semantic: true, Minify: true})
			return err
		})
	}
}

// interpreted returns what each page of doc paints.
func interpreted(b *testing.B, doc *pdf.Document) []layout.Content {
	reader := content.NewReader(doc)
	contents := make([]layout.Content, doc.PageCount())
	for i := range contents {
		require.NoError(b, reader.Page(context.Background(), doc.Page(i+1), &contents[i]))
	}
	return contents
}

// analyzed returns the analysed pages of doc.
func analyzed(b *testing.B, doc *pdf.Document) []*layout.Page {
	contents := interpreted(b, doc)
	pages := make([]*layout.Page, len(contents))
	for i := range contents {
		page, err := analyze.Page(context.Background(), &contents[i], analyze.Options{})
		require.NoError(b, err)
		pages[i] = page
	}
	return pages
}
