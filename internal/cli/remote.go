package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
)

// keyVariable holds the key of the service: arguments can be seen by other users of
// the machine.
const keyVariable = "PAGELIFT_API_KEY"

// remote has a service do what convert.Convert does here.
type remote struct {
	std     Streams
	client  *client.Client
	options client.Options
}

// remoteFlags are the flags that mean something to a service or to what becomes of
// its answer.
var remoteFlags = []string{
	"remote", "output", "format", "quiet", "json",
	"semantic-html", "extract-images", "accessibility-check", "preserve-formatting", "ocr",
}

func newRemote(std Streams, address string, flags *pflag.FlagSet, o convert.Options) (*remote, error) {
	var others []string
	flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains(remoteFlags, strings.TrimPrefix(f.Name, "no-")) {
			others = append(others, "--"+f.Name)
		}
	})
	if len(others) > 0 {
		return nil, fmt.Errorf("--remote: a service does not take %s", strings.Join(others, ", "))
	}
	key := os.Getenv(keyVariable)
	if key == "" {
		return nil, fmt.Errorf("--remote: the environment variable %s has to hold the API key", keyVariable)
	}
	c, err := client.New(key, client.Config{BaseURL: address, UserAgent: "pagelift"})
	if err != nil {
		return nil, fmt.Errorf("--remote: %w", err)
	}
	return &remote{std, c, client.Options{
		SemanticHTML: &o.SemanticHTML, ExtractImages: &o.ExtractImages, AccessibilityCheck: &o.AccessibilityCheck,
		PreserveFormatting: &o.PreserveFormatting, OCREnabled: &o.OCREnabled,
	}}, nil
}

// convert is the result of one input, put together from the record and the archive.
func (r *remote) convert(ctx context.Context, j job) (*convert.Result, error) {
	in, err := openInput(ctx, r.std, j.in)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	file := client.File{Content: in}
	if j.in != stdio {
		file.Name = filepath.Base(j.in)
	}
	record, err := r.client.Conversions.Convert(ctx, client.ConvertRequest{File: file, Options: r.options})
	if err != nil {
		return nil, err
	}
	result := new(convert.Result)
	if err := fillFromRecord(result, record); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "pagelift-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if err := r.client.Conversions.Extract(ctx, record.ID, folder); err != nil {
		return nil, err
	}
	return result, fillFromFiles(result, os.DirFS(folder))
}

// fillFromRecord takes what the record of a conversion says about its result.
func fillFromRecord(result *convert.Result, record *client.Conversion) error {
	if record.Metadata != nil {
		result.Metadata = convert.Metadata(*record.Metadata)
	}
	for _, w := range record.Warnings {
		result.Warnings = append(result.Warnings, convert.Warning(w))
	}
	if len(record.Accessibility) == 0 || string(record.Accessibility) == "null" {
		return nil
	}
	result.Accessibility = new(a11y.Report)
	if err := json.Unmarshal(record.Accessibility, result.Accessibility); err != nil {
		return fmt.Errorf("the accessibility report of the service cannot be read: %w", err)
	}
	return nil
}

// fillFromFiles takes the HTML, its stylesheet and its assets from an unpacked archive.
func fillFromFiles(result *convert.Result, files fs.FS) error {
	for name, to := range map[string]*string{"index.html": &result.HTML, "style.css": &result.CSS} {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return fmt.Errorf("the archive of the service: %w", err)
		}
		*to = string(text)
	}
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(name, "assets/") {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		result.Assets = append(result.Assets, convert.Asset{Name: name, MediaType: mediaTypes[path.Ext(name)], Data: data})
		return nil
	})
}

// mediaTypes are those of the assets of a result; the machine's own tables differ.
var mediaTypes = map[string]string{
	".jpg": "image/jpeg", ".png": "image/png", ".svg": "image/svg+xml",
	".woff": "font/woff", ".woff2": "font/woff2",
}
