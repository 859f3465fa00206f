package pdf_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

const someInfo = `<< /Title (From\nInfo) /Author (Ann) /Subject (About it) /Keywords (a, b; A) /Creator (Writer)
	/Producer (Maker) /CreationDate (D:20240102030405+01'00') /ModDate (D:20240203) >>`

func TestInfo(t *testing.T) {
	t.Parallel()
	created, modified := time.Date(2024, 1, 2, 2, 4, 5, 0, time.UTC), time.Date(2024, 2, 3, 0, 0, 0, 0, time.UTC)
	fromDict := pdf.Info{Title: "From Info", Author: "Ann", Subject: "About it", Keywords: []string{"a", "b"},
		Creator: "Writer", Producer: "Maker", Created: created, Modified: modified}
	both := fromDict
	both.Title, both.Author, both.Lang = "From XMP", "Bob, Cid", "fr"
	both.Modified = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	named := fromDict
	named.Lang = "en-GB"

	const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
		<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:ModifyDate="2025-01-01">
		<dc:title><rdf:Alt><rdf:li xml:lang="x-default">From XMP</rdf:li></rdf:Alt></dc:title>
		<dc:creator><rdf:Seq><rdf:li>Bob</rdf:li><rdf:li>Cid</rdf:li></rdf:Seq></dc:creator>
		<dc:description><rdf:Alt><rdf:li xml:lang="x-default"> </rdf:li></rdf:Alt></dc:description>
		<dc:language><rdf:Bag><rdf:li>fr</rdf:li></rdf:Bag></dc:language></rdf:Description></rdf:RDF></x:xmpmeta>`
	cases := map[string]struct {
		catalog, info, xmp string
		want               pdf.Info
	}{
		"nothing":                      {"", "<< >>", "", pdf.Info{}},
		"the dictionary":               {"", someInfo, "", fromDict},
		"XMP over the dictionary":      {"/Metadata 4 0 R", someInfo, packet, both},
		"XMP that cannot be read":      {"/Metadata 4 0 R", someInfo, "<rdf:RDF <<<", fromDict},
		"XMP that is no stream":        {"/Metadata 3 0 R", someInfo, "", fromDict},
		"the language of the catalog":  {"/Lang (en-GB)", someInfo, "", named},
		"a language that is not known": {"/Lang (x-unknown)", someInfo, "", fromDict},
		"values of the wrong kinds":    {"/Lang /en", "<< /Title 42 /Author [(a)] /CreationDate (soon) /ModDate null >>", "", pdf.Info{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := &testkit.PDF{Catalog: c.catalog, Trailer: "/Info 3 0 R"}
			file.Add(c.info)
			file.AddStream("/Type /Metadata /Subtype /XML", c.xmp)
			require.Equal(t, c.want, opened(t, file, 1).Info())
		})
	}
}
