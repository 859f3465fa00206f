package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
)

// keyVariable is the environment variable with the key of the service. Other users of the machine can see
// arguments.
const keyVariable = "PAGELIFT_API_KEY"

// remote makes a service do what convert.Convert does on this machine.
type remote struct {
	std     Streams
	client  *client.Client
	options client.Options
}

// remoteFlags are the flags that affect a service, or what is done with its answer.
var remoteFlags = []string{
	"remote", "output", "format", "quiet", "json", "corrections",
	"semantic-html", "extract-images", "accessibility-check", "preserve-formatting", "math", "ocr",
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
	c, err := connect(address)
	if err != nil {
		return nil, err
	}
	return &remote{std, c, remoteOptions(o)}, nil
}

// connect returns a client of the service at an address, with the key from the environment.
func connect(address string) (*client.Client, error) {
	key := os.Getenv(keyVariable)
	if key == "" {
		return nil, fmt.Errorf("--remote: the environment variable %s has to hold the API key", keyVariable)
	}
	c, err := client.New(key, client.Config{BaseURL: address, UserAgent: "pagelift"})
	if err != nil {
		return nil, fmt.Errorf("--remote: %w", err)
	}
	return c, nil
}

// remoteOptions returns those options in o that a service supports.
func remoteOptions(o convert.Options) client.Options {
	var math *string
	if o.Math != "" {
		math = new(string(o.Math))
	}
	return client.Options{
		Math:         math,
		SemanticHTML: &o.SemanticHTML, ExtractImages: &o.ExtractImages, AccessibilityCheck: &o.AccessibilityCheck,
		PreserveFormatting: &o.PreserveFormatting, OCREnabled: &o.OCREnabled,
	}
}

// convert converts one input with its corrections. It returns the content of the service's archive, and the
// warnings of its record.
func (r *remote) convert(ctx context.Context, j job, judged []byte) (*convert.Result, error) {
	in, err := openInput(ctx, r.std, j.in)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	file := client.File{Content: in}
	if j.in != stdio {
		file.Name = filepath.Base(j.in)
	}
	record, err := r.client.Conversions.Convert(ctx, client.ConvertRequest{File: file, Options: r.options, Corrections: string(judged)})
	if err != nil {
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
	result, err := resultOf(os.DirFS(folder))
	if err != nil {
		return nil, fmt.Errorf("the archive of the service: %w", err)
	}
	for _, w := range record.Warnings {
		result.Warnings = append(result.Warnings, convert.Warning(w))
	}
	return result, nil
}

// Names of files in the archive of a service that are not assets.
const (
	archiveHTML     = "index.html"
	archiveCSS      = "style.css"
	archiveMetadata = "metadata.json"
	archiveReport   = "report.json" // missing without a check
)

// resultOf returns the result in an unpacked archive.
func resultOf(files fs.FS) (*convert.Result, error) {
	html, err := fs.ReadFile(files, archiveHTML)
	if err != nil {
		return nil, err
	}
	css, err := fs.ReadFile(files, archiveCSS)
	if err != nil {
		return nil, err
	}
	result := &convert.Result{HTML: string(html), CSS: string(css)}
	if err := readJSON(files, archiveMetadata, &result.Metadata); err != nil {
		return nil, err
	}
	err = readJSON(files, archiveReport, &result.Accessibility)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	result.Assets, err = assetsOf(files)
	return result, err
}

func readJSON(files fs.FS, name string, v any) error {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// assetsOf returns the files below assets/.
func assetsOf(files fs.FS) (assets []convert.Asset, err error) {
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(name, "assets/") {
			return err
		}
		data, err := fs.ReadFile(files, name)
		assets = append(assets, convert.Asset{Name: name, MediaType: mediaTypes[path.Ext(name)], Data: data})
		return err
	})
	return assets, err
}

// mediaTypes are the media types of assets. The tables of machines differ.
var mediaTypes = map[string]string{
	".jpg": "image/jpeg", ".png": "image/png", ".svg": "image/svg+xml",
	".woff": "font/woff", ".woff2": "font/woff2",
}
