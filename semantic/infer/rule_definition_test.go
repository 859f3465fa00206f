package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic"
)

// terms writes the lists of terms of a document, one term with its description a line.
func terms(doc *semantic.Document) string {
	var b strings.Builder
	for _, n := range doc.Root.Children {
		if n.Role != semantic.L || n.Attr == nil || n.Attr.Numbering != "description" {
			continue
		}
		dumpTerms(&b, n)
	}
	return b.String()
}

// dumpTerms writes a list of terms.
func dumpTerms(b *strings.Builder, list *semantic.Node) {
	for _, item := range list.Children {
		dumpInline(b, item.Children[0].Children)
		b.WriteString(": ")
		dumpInline(b, item.Children[1].Children)
		b.WriteString("\n")
	}
}

// indented sets a block with an indent of two ems.
func (b *pageBuilder) indented(l look, lines ...string) *pageBuilder {
	b.x += 20
	b.block(l, lines...)
	b.x -= 20
	return b
}

func TestTermsAndWhatTheyMean(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page *pageBuilder
		want string
	}{
		"terms above their descriptions": {
			page(1).text().text().block(bold, "Fox").indented(body, "Jumps over", "the dog.").block(bold, "Dog").indented(body, "Sleeps.").block(bold, "Den").indented(body, "Where it lives."),
			"Fox: Jumps over the dog.\nDog: Sleeps.\nDen: Where it lives.\n",
		},
		"descriptions that hang under their terms": {
			page(1).text().text().block(body, "*Fox* jumps over", "    the dog.").block(body, "*Dog* sleeps through", "    all of it."),
			"Fox: jumps over the dog.\nDog: sleeps through all of it.\n",
		},
		"two bold lines over indented text": {
			page(1).text().text().block(bold, "Fox").indented(body, "Jumps over", "the dog.").block(bold, "Dog").indented(body, "Sleeps."),
			"",
		},
		"headings over text that is not indented": {
			page(1).text().text().block(bold, "Fox").block(body, "Jumps.").block(bold, "Dog").block(body, "Sleeps.").block(bold, "Den").block(body, "Is deep."),
			"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, terms(build(t, c.page)))
		})
	}
}
