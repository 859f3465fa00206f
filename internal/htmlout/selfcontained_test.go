package htmlout_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
)

func TestSelfContained(t *testing.T) {
	t.Parallel()
	asset := func(name string) (string, []byte, bool) {
		if name == "assets/a&b.png" {
			return "image/png", []byte("PNG"), true
		}
		return "", nil, false
	}
	for name, c := range map[string]struct{ in, want string }{
		"the stylesheet":                {`<link rel="stylesheet" href="style.css"><p>`, `<style>a::after { content: "<\/style>" }</style><p>`},
		"an asset":                      {`<p><img alt="" src="assets/a&amp;b.png">x`, `<p><img alt="" src="data:image/png;base64,UE5H">x`},
		"an asset that is not there":    {`<img src="assets/c.png">`, `<img src="assets/c.png">`},
		"text is left alone":            {`<p>src="assets/a&amp;b.png" style.css</p>`, `<p>src="assets/a&amp;b.png" style.css</p>`},
		"other attributes too":          {`<img alt="assets/a&amp;b.png" title=" src=assets/a">`, `<img alt="assets/a&amp;b.png" title=" src=assets/a">`},
		"a > in an attribute is no end": {`<i title="a>b"></i><img src="assets/a&amp;b.png">`, `<i title="a>b"></i><img src="data:image/png;base64,UE5H">`},
		"an open tag":                   {`text <img src="assets/`, `text <img src="assets/`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			n, err := htmlout.SelfContained(htmlout.Output{HTML: c.in, CSS: `a::after { content: "</style>" }`}, asset).WriteTo(&b)
			require.NoError(t, err)
			require.Equal(t, c.want, b.String())
			require.Equal(t, int64(b.Len()), n)
		})
	}
}

func TestAssetsElsewhere(t *testing.T) {
	t.Parallel()
	const in = `<link rel="stylesheet" href="style.css"><a href="assets/a.png"><img alt="assets/a.png" src="assets/a&amp;b.png"></a>`
	asset := func(name string) (string, []byte, bool) { return "image/png", []byte("PNG"), name == "assets/a&b.png" }
	address := func(name string) (string, bool) {
		return "https://example.org/" + name + `?a=1&b="`, name == "assets/a&b.png"
	}
	for name, c := range map[string]struct {
		document io.WriterTo
		want     string
	}{
		"as data":      {htmlout.WithData(in, asset), `<link rel="stylesheet" href="style.css"><a href="assets/a.png"><img alt="assets/a.png" src="data:image/png;base64,UE5H"></a>`},
		"no assets":    {htmlout.WithData(in, nil), in},
		"at addresses": {htmlout.WithAddresses(in, address), `<link rel="stylesheet" href="style.css"><a href="assets/a.png"><img alt="assets/a.png" src="https://example.org/assets/a&amp;b.png?a=1&amp;b=&quot;"></a>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			_, err := c.document.WriteTo(&b)
			require.NoError(t, err)
			require.Equal(t, c.want, b.String())
		})
	}
}

func TestTheStylesheetIsFoundInWhatWriteWrites(t *testing.T) {
	t.Parallel()
	for _, minify := range []bool{false, true} {
		out, err := htmlout.Write(t.Context(), sample(), htmlout.Options{Minify: minify})
		require.NoError(t, err)
		var b strings.Builder
		_, err = htmlout.SelfContained(out, nil).WriteTo(&b)
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(b.String(), "<style>"))
		require.NotContains(t, b.String(), "<link")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestSelfContainedReportsTheWritersError(t *testing.T) {
	t.Parallel()
	_, err := htmlout.SelfContained(htmlout.Output{HTML: "<p>x</p>"}, nil).WriteTo(failing{})
	require.EqualError(t, err, "disk full")
}
