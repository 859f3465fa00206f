package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/limits"
)

// params are the parameters of a request that creates conversions. Each has one name here, whether the request
// wrote it as name, as options[name], or as a member of a JSON object.
type params map[string]string

// Parts of forms. fileParam and filesParam contain a document; urlsParam is the address of one. Only batches have
// filesParam and urlsParam, any number of times. The first correctionsListParam has the corrections of the first
// document of filesParam, the second those of the second document, and so on.
const (
	fileParam            = "file"
	filesParam           = "files[]"
	urlsParam            = "urls[]"
	correctionsListParam = "corrections[]"
)

// optionNames are the parameters that are options of a conversion. They may stand at the top level or inside of
// options. All other parameters stand at the top level only.
var optionNames = append(slices.Clone(switchNames), mathParam, formatsParam)

// switchNames are the options that are booleans.
var switchNames = []string{"preserve_formatting", "extract_images", "semantic_html", "ocr_enabled", "accessibility_check"}

// mathParam says how formulas are written. mathValues lists its values.
const mathParam = "math"

// formatsParam names the forms besides HTML that the archive has. A form separates them by commas or repeats the
// parameter; JSON has an array.
const formatsParam = "formats"

// alwaysFormat may be named too. Every result has it.
const alwaysFormat = "html"

// formatNames returns the values of formatsParam.
func formatNames() []string {
	names := []string{alwaysFormat}
	for _, f := range convert.Formats() {
		names = append(names, string(f))
	}
	return names
}

// listed returns a list of names for people: "a, b or c".
func listed(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// readFormats returns the value of formatsParam in one spelling: the forms besides HTML in their fixed order.
func readFormats(value string) (string, error) {
	named := map[string]bool{}
	for name := range strings.SplitSeq(value, ",") {
		if name = strings.TrimSpace(name); !slices.Contains(formatNames(), name) {
			return "", badParameter(formatsParam, "must be "+listed(formatNames())+", or several of them")
		}
		named[name] = true
	}
	var list []string
	for _, f := range convert.Formats() {
		if named[string(f)] {
			list = append(list, string(f))
		}
	}
	return strings.Join(list, ","), nil
}

// mathValues are the values of mathParam.
var mathValues = []string{string(convert.MathML), string(convert.MathTeX), string(convert.MathImage)}

// convertParams are the other parameters of the convert operation.
var convertParams = []string{"url", "webhook_url", "custom_id", keepParam, correctionsParam}

// keepParam says whether the document is kept as long as its result, so that it can be converted again.
const keepParam = "keep_document"

// correctionsParam has corrections of the document, in YAML or JSON.
const correctionsParam = "corrections"

// valueLimit returns how many bytes a field of a form may have.
func valueLimit(name string) int64 {
	if name == correctionsParam || name == correctionsListParam {
		return limits.SentCorrections
	}
	return limits.FormValue
}

// canonical returns the name of the parameter that a request has spelled in this way. It returns false if there is
// none.
func canonical(spelled string) (string, bool) {
	if inner, ok := strings.CutPrefix(spelled, "options["); ok {
		name, closed := strings.CutSuffix(inner, "]")
		return name, closed && slices.Contains(optionNames, name)
	}
	return spelled, slices.Contains(optionNames, spelled) || slices.Contains(convertParams, spelled)
}

// set stores a value. A parameter may be given twice only with the same value.
func (p params) set(spelled, value string) error {
	name, ok := canonical(spelled)
	if !ok {
		return badParameter(spelled, "is not a parameter of this operation")
	}
	if name == mathParam && !slices.Contains(mathValues, value) {
		return badParameter(name, "must be "+listed(mathValues))
	}
	if name == formatsParam {
		formats, err := readFormats(value)
		if err != nil {
			return err
		}
		value = formats
	}
	if isSwitch(name) {
		b, err := parseBool(value)
		if err != nil {
			return badParameter(name, err.Error())
		}
		value = fmt.Sprint(b)
	}
	if old, twice := p[name]; twice && old != value {
		return badParameter(name, "is given twice with different values")
	}
	p[name] = value
	return nil
}

// isSwitch reports whether a parameter is a boolean.
func isSwitch(name string) bool { return name == keepParam || slices.Contains(switchNames, name) }

// parseBool reads the spellings of a boolean in a form.
func parseBool(s string) (bool, error) {
	switch s {
	case "true", "1", "on":
		return true, nil
	case "false", "0", "off":
		return false, nil
	}
	return false, errors.New("must be true, false, 1, 0, on or off")
}

// untick sets the options to false that p does not have: browsers do not send a box that is not ticked.
func (p params) untick() {
	for _, name := range switchNames {
		if _, ticked := p[name]; !ticked {
			p[name] = "false"
		}
	}
}

// options returns the options in p. Those that the request does not name stay unset.
func (p params) options() client.Options {
	get := func(name string) *bool {
		value, ok := p[name]
		if !ok {
			return nil
		}
		return new(value == "true")
	}
	var math *string
	if value, ok := p[mathParam]; ok {
		math = &value
	}
	var formats []string
	if value := p[formatsParam]; value != "" {
		formats = strings.Split(value, ",")
	}
	return client.Options{
		Formats:            formats,
		Math:               math,
		PreserveFormatting: get("preserve_formatting"),
		ExtractImages:      get("extract_images"),
		SemanticHTML:       get("semantic_html"),
		OCREnabled:         get("ocr_enabled"),
		AccessibilityCheck: get("accessibility_check"),
	}
}

// fingerprint returns p in one form, whatever the order and spelling of the request.
func (p params) fingerprint() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p)) {
		fmt.Fprintf(&b, "%s=%q\n", name, p[name])
	}
	return b.String()
}

// refuseOthers refuses parameters that are neither options nor in names.
func (p params) refuseOthers(names ...string) error {
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if !slices.Contains(names, name) && !slices.Contains(optionNames, name) {
			return badParameter(name, "is not a parameter of this operation")
		}
	}
	return nil
}

// readJSON reads the parameters of a JSON body.
func readJSON(r io.Reader) (params, error) {
	var body map[string]json.RawMessage
	if err := decodeJSON(r, &body); err != nil {
		return nil, err
	}
	return jsonParams(body)
}

// jsonParams returns the parameters of a JSON object, members of its options included.
func jsonParams(body map[string]json.RawMessage) (params, error) {
	p := params{}
	nested := body["options"]
	delete(body, "options")
	for _, name := range slices.Sorted(maps.Keys(body)) { // sorted, so that the same body gives the same error
		if err := p.setJSON(name, body[name]); err != nil {
			return nil, err
		}
	}
	if nested == nil || string(nested) == "null" {
		return p, nil
	}
	var options map[string]json.RawMessage
	if err := json.Unmarshal(nested, &options); err != nil {
		return nil, badParameter("options", "must be an object")
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if err := p.setJSON("options["+name+"]", options[name]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// setJSON stores a member of a JSON object: a boolean for a switch, else a string. Null is the same as leaving the
// member out.
func (p params) setJSON(spelled string, raw json.RawMessage) error {
	name, ok := canonical(spelled)
	if !ok {
		return badParameter(spelled, "is not a parameter of this operation")
	}
	if string(raw) == "null" {
		return nil
	}
	if isSwitch(name) {
		var b bool
		if json.Unmarshal(raw, &b) != nil {
			return badParameter(name, "must be a boolean")
		}
		return p.set(spelled, fmt.Sprint(b))
	}
	if name == formatsParam {
		var list []string
		if json.Unmarshal(raw, &list) != nil {
			return badParameter(name, "must be an array of strings")
		}
		if len(list) == 0 {
			list = []string{alwaysFormat}
		}
		return p.set(spelled, strings.Join(list, ","))
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return badParameter(name, "must be a string")
	}
	return p.set(spelled, s)
}

// decodeJSON reads one JSON value of at most limits.JSONBody bytes into v.
func decodeJSON(r io.Reader, v any) error {
	data, err := io.ReadAll(io.LimitReader(r, limits.JSONBody+1))
	if err != nil {
		return bodyError(err)
	}
	if len(data) > limits.JSONBody {
		return failure(client.RequestTooLarge, "the JSON body has more than %d bytes", limits.JSONBody)
	}
	if err := json.Unmarshal(data, v); err != nil {
		return failure(client.InvalidRequest, "the body is not the JSON object that this operation takes")
	}
	return nil
}

// form reads a multipart body part by part, in the order of the request. It buffers only the headers of parts and
// the values of ordinary fields.
type form struct {
	body  *partBody
	parts *multipart.Reader
	part  *multipart.Part // the current part; nil at first
	most  int             // parts that the form may have
	read  int
}

// newForm returns a form that reads a multipart/form-data body with at most most parts.
func newForm(contentType string, body io.Reader, most int) (*form, error) {
	_, attrs, err := mime.ParseMediaType(contentType)
	if err != nil || attrs["boundary"] == "" {
		return nil, failure(client.InvalidMultipart, "the Content-Type of the form has no boundary")
	}
	b := &partBody{r: body}
	return &form{body: b, parts: multipart.NewReader(b, attrs["boundary"]), most: most}, nil
}

// next returns the next part: a file if file is not nil, else a field and its value. It returns io.EOF after the
// last part.
func (f *form) next() (name, value string, file *multipart.Part, err error) {
	part, err := f.header()
	if err == io.EOF {
		return "", "", nil, io.EOF
	}
	if err != nil {
		return "", "", nil, formError(err)
	}
	if f.read++; f.read > f.most {
		return "", "", nil, failure(client.InvalidMultipart, "the form has more than %d fields", f.most)
	}
	name = part.FormName()
	if part.FileName() != "" || isFileName(name) {
		return name, "", part, nil
	}
	most := valueLimit(name)
	data, err := io.ReadAll(io.LimitReader(part, most+1))
	if err != nil {
		return "", "", nil, formError(err)
	}
	if int64(len(data)) > most {
		return "", "", nil, badParameter(name, fmt.Sprintf("has more than %d bytes", most))
	}
	return name, string(data), nil, nil
}

// header reads up to the end of the next part's header.
func (f *form) header() (*multipart.Part, error) {
	if f.part != nil { // the unread rest of the last part is no header
		if _, err := io.Copy(io.Discard, f.part); err != nil {
			return nil, err
		}
	}
	f.body.bounded, f.body.left = true, limits.PartHeader+partSlack
	part, err := f.parts.NextRawPart()
	f.body.bounded = false
	if err == nil && fieldsSize(http.Header(part.Header)) > limits.PartHeader {
		err = errPartHeader()
	}
	f.part = part
	return part, err
}

// partSlack is how many bytes may be read beside the header of a part: its boundary and, before the first part,
// the preamble for readers that do not know multipart.
const partSlack = 4 << 10

// partBody bounds what is read of a multipart body while the header of a part is read. Package multipart itself
// would take 10 MiB into memory.
type partBody struct {
	r       io.Reader
	bounded bool
	left    int
}

// Read reads the next bytes.
func (b *partBody) Read(p []byte) (int, error) {
	if !b.bounded {
		return b.r.Read(p)
	}
	if b.left == 0 {
		return 0, errPartHeader()
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

func errPartHeader() error {
	return failure(client.InvalidMultipart, "the header of a part of the form has more than %d bytes", limits.PartHeader)
}

// isFileName reports whether a part of this name is a document even without a file name.
func isFileName(name string) bool { return name == fileParam || name == filesParam }

// formError returns the error that a client gets when its form cannot be read.
func formError(err error) error {
	if known := bodyError(err); known != err {
		return known
	}
	return failure(client.InvalidMultipart, "the form cannot be read: it is cut off, or a boundary or header is malformed")
}

// mediaType returns the media type of a request's body, in lower case, without parameters.
func mediaType(r *http.Request) string {
	t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return t
}
