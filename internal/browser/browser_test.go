package browser_test

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/browser"
	"github.com/pagelift/pagelift/internal/testkit"
)

// document returns a PDF document of two pages.
func document() []byte {
	pdf := &testkit.PDF{}
	for _, words := range []string{"The sea comes in twice a day.", "Boats lie on the sand between."} {
		pdf.AddPage(testkit.Page{Content: "BT /F1 12 Tf 72 700 Td (" + words + ") Tj ET"})
	}
	return pdf.Bytes()
}

// converted returns what a JavaScript program gets.
func converted(t *testing.T, options string) *browser.Result {
	t.Helper()
	result, err := browser.Convert(t.Context(), document(), options, nil)
	require.NoError(t, err)
	return result
}

func TestDefaultsAreThoseOfTheSDK(t *testing.T) {
	t.Parallel()
	want, err := convert.Convert(t.Context(), strings.NewReader(string(document())), convert.DefaultOptions())
	require.NoError(t, err)
	got := converted(t, "{}")
	require.Equal(t, want.HTML, got.HTML)
	require.Equal(t, want.CSS, got.CSS)
	require.Equal(t, want.Metadata, got.Metadata)
	require.Equal(t, want.Accessibility, got.Report)
	require.Nil(t, got.Markdown)
	require.Empty(t, got.Warnings)
}

func TestOptionsHaveTheirEffect(t *testing.T) {
	t.Parallel()
	require.Nil(t, converted(t, `{"accessibility_check": false}`).Report)
	require.Contains(t, converted(t, `{"preserve_formatting": true}`).PagesCSS, "position")
	require.NotContains(t, converted(t, `{"pages": [[2, 2]]}`).HTML, "sea")
	require.Contains(t, converted(t, `{"name": "Tides"}`).HTML, "<title>Tides")
	require.Contains(t, *converted(t, `{"markdown": true}`).Markdown, "Boats lie on the sand between.")
	whole := converted(t, `{"self_contained": true, "preserve_formatting": true}`)
	require.Contains(t, whole.HTML, "<style>")
	require.Empty(t, whole.CSS+whole.PagesCSS)
	require.Empty(t, whole.Assets)
}

func TestProgressIsToldByPage(t *testing.T) {
	t.Parallel()
	var told [][2]int
	_, err := browser.Convert(t.Context(), document(), "{}", func(done, total int) { told = append(told, [2]int{done, total}) })
	require.NoError(t, err)
	require.Equal(t, [][2]int{{1, 2}, {2, 2}}, told)
}

func TestFailuresHaveTheirCodes(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		document []byte
		options  string
		code     convert.Code
		message  string
	}{
		"no PDF":                       {[]byte("Dear Sir or Madam"), "{}", convert.InvalidFileFormat, "text/plain"},
		"an option that has no sense":  {document(), `{"math": "runes"}`, convert.InvalidOption, "runes"},
		"an option that is not there":  {document(), `{"ocr": true}`, convert.InvalidOption, `unknown field "ocr"`},
		"an option of a wrong type":    {document(), `{"pages": "1-2"}`, convert.InvalidOption, "pages"},
		"pages that are not there":     {document(), `{"pages": [[3, 4]]}`, convert.InvalidOption, "page"},
		"more pages than are allowed":  {document(), `{"max_pages": 1}`, convert.PageLimitExceeded, ""},
		"more bytes than are allowed":  {document(), `{"max_bytes": 10}`, convert.FileTooLarge, "10"},
		"options that are no document": {document(), "", convert.InvalidOption, "EOF"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := browser.Convert(t.Context(), c.document, c.options, nil)
			f := browser.FailureOf(err)
			require.Equal(t, c.code, f.Code, f.Message)
			require.Contains(t, f.Message, c.message)
		})
	}
	require.Equal(t, convert.InternalError, browser.FailureOf(os.ErrClosed).Code)
}

// types is the file with the types of the npm package.
const types = "../../docs/demo/pagelift/index.d.ts"

// declared returns the fields of an interface in the types for JavaScript.
func declared(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(types)
	require.NoError(t, err)
	body := regexp.MustCompile(`(?s)export interface ` + name + ` \{\n(.*?)\n\}`).FindSubmatch(text)
	require.NotNil(t, body, name)
	var names []string
	for _, field := range regexp.MustCompile(`(?m)^  (\w+)\??: `).FindAllSubmatch(body[1], -1) {
		names = append(names, string(field[1]))
	}
	slices.Sort(names)
	return names
}

// encoded returns the names of the members of an object in JSON.
func encoded(t *testing.T, v any) []string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	var object map[string]any
	require.NoError(t, json.Unmarshal(text, &object))
	return sortedNames(object)
}

func sortedNames(object map[string]any) []string {
	var names []string
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// What JavaScript itself adds to options and results.
var (
	ofOptions = []string{"onProgress", "signal"}
	ofResults = []string{"assets"}
)

func TestTheTypesDeclareWhatThereIs(t *testing.T) {
	t.Parallel()
	options := slices.DeleteFunc(declared(t, "Options"), func(name string) bool { return slices.Contains(ofOptions, name) })
	require.Equal(t, browser.OptionNames(), options)
	result := converted(t, `{"markdown": true}`)
	require.Equal(t, encoded(t, result), slices.DeleteFunc(declared(t, "Result"), func(name string) bool { return slices.Contains(ofResults, name) }))
	require.Equal(t, encoded(t, result.Metadata), declared(t, "Metadata"))
	require.Equal(t, encoded(t, browser.Warning{}), declared(t, "Warning"))
	require.Equal(t, encoded(t, result.Report), declared(t, "Report"))
}

func TestTheTypesDeclareEveryCode(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(types)
	require.NoError(t, err)
	golden, err := os.ReadFile("../lint/testdata/api/convert.txt")
	require.NoError(t, err)
	codes := regexp.MustCompile(`Code = "(\w+)"`).FindAllSubmatch(golden, -1)
	require.NotEmpty(t, codes)
	for _, code := range codes {
		require.Contains(t, string(text), `  | "`+string(code[1])+`"`)
	}
}

// Options that the service has, too, have the same names.
func TestOptionsHaveTheNamesOfTheService(t *testing.T) {
	t.Parallel()
	ours := browser.OptionNames()
	service := reflect.TypeFor[client.Options]()
	for i := range service.NumField() {
		name, _, _ := strings.Cut(service.Field(i).Tag.Get("json"), ",")
		switch name {
		case "", "ocr_enabled", "formats": // text is not recognised here, and Markdown is the only other form
			continue
		}
		require.Contains(t, ours, name)
	}
}
