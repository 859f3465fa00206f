package server

import (
	"cmp"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

// command is a way to do by a program what the page has just done.
type command struct{ Name, Text string }

// commandsOf returns the commands that convert as a conversion did: by curl, in Go, and by the pagelift program on
// one's own machine. Options with their default value are left out. So are the forms besides HTML unless forms is
// true: the playground asks for all forms only to show them.
func commandsOf(c *store.Conversion, o *order, baseURL string, forms bool) []command {
	defaults := worker.NewOptions(convert.DefaultOptions())
	var form, fields, flags []string
	for _, s := range []struct {
		name, field, flag string
		on, usual         bool
	}{
		{"semantic_html", "SemanticHTML", "semantic-html", o.SemanticHTML, defaults.SemanticHTML},
		{"extract_images", "ExtractImages", "extract-images", o.ExtractImages, defaults.ExtractImages},
		{"accessibility_check", "AccessibilityCheck", "accessibility-check", o.AccessibilityCheck, defaults.AccessibilityCheck},
		{"ocr_enabled", "OCREnabled", "ocr", o.OCREnabled, defaults.OCREnabled},
		{"preserve_formatting", "PreserveFormatting", "preserve-formatting", o.PreserveFormatting, defaults.PreserveFormatting},
	} {
		if s.on == s.usual {
			continue
		}
		form = append(form, "-F "+s.name+"="+strconv.FormatBool(s.on)+" ")
		fields = append(fields, s.field+": new("+strconv.FormatBool(s.on)+")")
		if s.on {
			flags = append(flags, "--"+s.flag+" ")
		} else {
			flags = append(flags, "--no-"+s.flag+" ")
		}
	}
	if o.Math != defaults.Math && o.Math != convert.MathML {
		form = append(form, "-F math="+string(o.Math)+" ")
		fields = append(fields, "Math: new("+strconv.Quote(string(o.Math))+")")
		flags = append(flags, "--math "+string(o.Math)+" ")
	}
	also := ""
	if names := formatList(o.Formats); forms && len(names) > 0 {
		form = append(form, "-F formats="+strings.Join(names, ",")+" ")
		fields = append(fields, `Formats: []string{"`+strings.Join(names, `", "`)+`"}`)
		flags = append(flags, "--also "+strings.Join(names, ",")+" ")
		also = ".zip" // other forms come in an archive with the HTML
	}
	name := cmp.Or(c.InputFile, "document.pdf")
	result := strings.TrimSuffix(name, filepath.Ext(name))
	// The address of a document may be a secret. So it is read from the environment, as the key is.
	source, open, given := shellWord("file=@"+curlName(name)), "file, err := client.FileAt("+strconv.Quote(name)+")\n// ...\n", "File: file"
	if c.InputURL != "" {
		source, open, given = `"url=$DOCUMENT_URL"`, "", `URL: os.Getenv("DOCUMENT_URL")`
	}
	if len(fields) > 0 {
		given += ",\n\tOptions: client.Options{" + strings.Join(fields, ", ") + "}"
	}
	if o.KeepDocument {
		form = append(form, "-F keep_document=true ")
		given += ",\n\tKeepDocument: true"
	}
	if o.Corrected {
		file := result + correctionsEnding
		form = append(form, "-F "+shellWord("corrections=<"+curlName(file))+" ")
		open += "corrections, err := os.ReadFile(" + strconv.Quote(file) + ")\n// ...\n"
		given += ",\n\tCorrections: string(corrections)"
	}
	return []command{
		{"curl", `curl -sS --fail-with-body -H "Authorization: Bearer $PAGELIFT_API_KEY" ` + strings.Join(form, "") + "\\\n" +
			"  -F " + source + " -o " + shellWord(result+".json") + " " + shellWord(baseURL+"/v1/convert/pdf-to-html")},
		{"Go", "c, err := client.New(os.Getenv(\"PAGELIFT_API_KEY\"), client.Config{BaseURL: " + strconv.Quote(baseURL) + "})\n" +
			"// ...\n" + open +
			"result, err := c.Conversions.Convert(ctx, client.ConvertRequest{\n\t" + given + ",\n})"},
		{"Command line", "pagelift convert " + strings.Join(flags, "") + shellWord(name) + " -o " + shellWord(result+cmp.Or(also, ".html"))},
	}
}

// correctionsEnding is the ending of a file of corrections. The command line finds such a file beside the
// document.
const correctionsEnding = ".corrections.yaml"

// curlName returns the name of a file for a form of curl. curl would end a name without quotes at a comma or
// semicolon.
func curlName(name string) string {
	if !strings.ContainsAny(name, `,;"\`) {
		return name
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

// formatList returns the names of formats.
func formatList(formats []convert.Format) []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = string(f)
	}
	return names
}

// shellWord returns s quoted as one word of a shell.
func shellWord(s string) string {
	if s != "" && s[0] != '-' && strings.IndexFunc(s, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_", r)
	}) < 0 {
		return s
	}
	if strings.HasPrefix(s, "-") {
		s = "./" + s // a name that begins with - is no option then
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
