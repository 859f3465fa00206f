package pdf

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
)

func TestSplitKeywords(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		s    string
		want []string
	}{
		"nothing":                 {" , ;", nil},
		"one":                     {"PDF", []string{"PDF"}},
		"commas":                  {"a, b ,c", []string{"a", "b", "c"}},
		"semicolons":              {"a; b;c", []string{"a", "b", "c"}},
		"words stay together":     {"annual report, taxes", []string{"annual report", "taxes"}},
		"quotes":                  {`"Smith, John"; x`, []string{"Smith, John", "x"}},
		"a quote without its end": {`19" rack, "b, c`, []string{`19" rack`, `b`, "c"}},
		"twice":                   {"Tax, tax, TAX", []string{"Tax"}},
		"East Asian":              {"年报、税收，财务；中国", []string{"年报", "税收", "财务", "中国"}},
		"line ends":               {"a\nb, c", []string{"a b", "c"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, splitKeywords(c.s))
		})
	}
}

// packet wraps properties as writers do.
func packet(properties string) string {
	return `<?xpacket begin="` + "\ufeff" + `" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">` + properties + `</rdf:Description>
</rdf:RDF></x:xmpmeta>` + strings.Repeat(" ", 200) + `<?xpacket end="w"?>`
}

func before(s, end string) string {
	s, _, _ = strings.Cut(s, end)
	return s
}

func utf16of(s string) string {
	b := []byte{0xfe, 0xff}
	for _, r := range s {
		b = append(b, byte(r>>8), byte(r))
	}
	return string(b)
}

func TestParseXMP(t *testing.T) {
	t.Parallel()
	title := func(s string) string {
		return "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">" + s + "</rdf:li></rdf:Alt></dc:title>"
	}
	cases := map[string]struct {
		packet string
		want   xmp
	}{
		"nothing": {"", xmp{}},
		"all properties": {packet(title("A &amp; B") + `<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>
			<dc:description><rdf:Alt><rdf:li xml:lang="x-default">About
			 it</rdf:li></rdf:Alt></dc:description><dc:subject><rdf:Bag><rdf:li>x</rdf:li><rdf:li>y</rdf:li></rdf:Bag></dc:subject>
			<dc:language><rdf:Bag><rdf:li>de-AT</rdf:li></rdf:Bag></dc:language><pdf:Keywords>k, l</pdf:Keywords><pdf:Producer>P</pdf:Producer>
			<xmp:CreatorTool>T</xmp:CreatorTool><xmp:CreateDate>2024-01-02</xmp:CreateDate><xmp:ModifyDate>2024-01-03</xmp:ModifyDate>`),
			xmp{title: "A & B", description: "About it", creators: []string{"Ann", "Bob"}, subjects: []string{"x", "y"}, keywords: "k, l",
				producer: "P", creatorTool: "T", language: "de-AT", created: "2024-01-02", modified: "2024-01-03"}},
		"properties as attributes": {`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
			xmlns:p="http://ns.adobe.com/pdf/1.3/" p:Producer="P" p:Keywords="k"/></rdf:RDF>`, xmp{producer: "P", keywords: "k"}},
		"the default language among others": {packet(`<dc:title><rdf:Alt><rdf:li xml:lang="de">Titel</rdf:li>
			<rdf:li xml:lang="x-default">Title</rdf:li></rdf:Alt></dc:title>`), xmp{title: "Title"}},
		"no default language":             {packet(`<dc:title><rdf:Alt><rdf:li xml:lang="de">Titel</rdf:li></rdf:Alt></dc:title>`), xmp{title: "Titel"}},
		"a title without alternatives":    {packet("<dc:title>Plain</dc:title>"), xmp{title: "Plain"}},
		"an empty value, then one":        {packet(title("") + title("Second")), xmp{title: "Second"}},
		"properties inside a property":    {packet(`<xmpMM:DerivedFrom><rdf:Description><dc:title>Wrong</dc:title></rdf:Description></xmpMM:DerivedFrom>`), xmp{}},
		"prefixes that were not declared": {"<rdf:RDF><rdf:Description>" + title("T") + "<xap:CreatorTool>W</xap:CreatorTool></rdf:Description></rdf:RDF>", xmp{title: "T", creatorTool: "W"}},
		"a stray ampersand":               {packet(title("A & B")), xmp{title: "A & B"}},
		"Latin-1 that says UTF-8":         {packet(title("Gr\xfc\xdfe")), xmp{title: "Grüße"}},
		"a control character":             {packet(title("A\x03B")), xmp{title: "A B"}},
		"a break behind the title":        {packet(title("T") + "<dc:creator <<< "), xmp{title: "T"}},
		"a packet cut short":              {before(packet(title("T")+"<pdf:Producer>P"), "P</rdf"), xmp{title: "T"}},
		"UTF-16":                          {utf16of(packet(title("Größe"))), xmp{title: "Größe"}},
		"items inside items":              {packet(`<dc:creator><rdf:Seq><rdf:li><rdf:li>A</rdf:li></rdf:li><rdf:li>B</rdf:li></rdf:Seq></dc:creator>`), xmp{creators: []string{"A", "B"}}},
		"a language that is not known":    {packet("<dc:language><rdf:Bag><rdf:li>x-unknown</rdf:li></rdf:Bag></dc:language>"), xmp{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, parseXMP(utf8XML([]byte(c.packet))))
		})
	}
}

func FuzzXMP(f *testing.F) {
	f.Add([]byte(packet("<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">T</rdf:li></rdf:Alt></dc:title>")))
	f.Add([]byte(packet("<dc:creator><rdf:Seq><rdf:li>A</rdf:li></rdf:Seq></dc:creator><pdf:Keywords>a,b</pdf:Keywords>")))
	f.Add([]byte("<rdf:RDF><rdf:Description pdf:Producer='\xff\x00&'><dc:title>x"))
	f.Add([]byte(utf16of(packet("<dc:title>T</dc:title>"))))
	f.Fuzz(func(t *testing.T, data []byte) {
		x := parseXMP(utf8XML(data))
		all := append([]string{x.title, x.description, x.keywords, x.producer, x.creatorTool, x.language, x.created, x.modified}, x.creators...)
		all = append(all, x.subjects...)
		size := 0
		for _, s := range all {
			size += len(s)
			if !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\n") {
				t.Errorf("%q", s)
			}
		}
		if len(x.creators) > limits.Keywords || size > 8*len(data) { // entities are at least as long as what they say
			t.Errorf("%d bytes from %d", size, len(data))
		}
	})
}

func BenchmarkXMP(b *testing.B) {
	data := []byte(packet("<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">T</rdf:li></rdf:Alt></dc:title><pdf:Producer>P</pdf:Producer>"))
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		parseXMP(utf8XML(data))
	}
}
