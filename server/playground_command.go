package server

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

// command is how a program does what the page has just done.
type command struct{ Name, Text string }

// commandsOf are those of a conversion: by curl, in Go, and by the program on a machine of one's own. Options
// that have their default are left out.
func commandsOf(c *store.Conversion, baseURL string) ([]command, error) {
	var o order
	if err := json.Unmarshal(c.Options, &o); err != nil {
		return nil, err
	}
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
	name := c.InputFile
	part := name // curl ends an unquoted name at these
	if strings.ContainsAny(name, `,;"\`) {
		part = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
	}
	result := strings.TrimSuffix(name, filepath.Ext(name))
	options := ""
	if len(fields) > 0 {
		options = ",\n\tOptions: client.Options{" + strings.Join(fields, ", ") + "}"
	}
	return []command{
		{"curl", `curl -sS --fail-with-body -H "Authorization: Bearer $PAGELIFT_API_KEY" ` + strings.Join(form, "") + "\\\n" +
			"  -F " + shellWord("file=@"+part) + " -o " + shellWord(result+".json") + " " + shellWord(baseURL+"/v1/convert/pdf-to-html")},
		{"Go", "c, err := client.New(os.Getenv(\"PAGELIFT_API_KEY\"), client.Config{BaseURL: " + strconv.Quote(baseURL) + "})\n" +
			"// ...\nfile, err := client.FileAt(" + strconv.Quote(name) + ")\n// ...\n" +
			"result, err := c.Conversions.Convert(ctx, client.ConvertRequest{\n\tFile: file" + options + ",\n})"},
		{"Command line", "pagelift convert " + strings.Join(flags, "") + shellWord(name) + " -o " + shellWord(result+".html")},
	}, nil
}

// shellWord is s as one word of a shell.
func shellWord(s string) string {
	if s != "" && s[0] != '-' && strings.IndexFunc(s, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_", r)
	}) < 0 {
		return s
	}
	if strings.HasPrefix(s, "-") {
		s = "./" + s // no option
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
