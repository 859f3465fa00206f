package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// layered returns a document with three groups, objects 3 to 5, and the objects that follow them.
// config is the configuration. It turns group 4 off.
func layered(t *testing.T, config string, objects ...string) *pdf.Document {
	t.Helper()
	file := &testkit.PDF{Catalog: "/OCProperties << /OCGs [3 0 R 4 0 R 5 0 R] /D << " + config + " >> >>"}
	file.Add("<< /Type /OCG /Name (A) >>")
	file.Add("<< /Type /OCG /Name (B) /Intent [/Design /View] >>")
	file.Add("<< /Type /OCG /Name (C) /Intent /Design /Usage << /View << /ViewState /OFF >> >> >>")
	for _, o := range objects {
		file.Add(o)
	}
	return opened(t, file, 1)
}

func TestVisibleGroups(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		config string
		want   [3]bool // groups 3, 4 and 5
	}{
		"no configuration":                   {"", [3]bool{true, true, true}},
		"one is off":                         {"/OFF [4 0 R]", [3]bool{true, false, true}},
		"all are off but one":                {"/BaseState /OFF /ON [3 0 R]", [3]bool{true, false, true}}, // 5 is for designers only
		"unchanged is on":                    {"/BaseState /Unchanged", [3]bool{true, true, true}},
		"on and off":                         {"/ON [4 0 R] /OFF [4 0 R]", [3]bool{true, false, true}},
		"another intent":                     {"/Intent /Design /OFF [3 0 R 4 0 R 5 0 R]", [3]bool{true, false, false}},
		"all intents":                        {"/Intent /All /OFF [3 0 R 5 0 R]", [3]bool{false, true, false}},
		"what a group wants when viewed":     {"/Intent /All /AS [<< /Event /View /Category [/View] /OCGs [3 0 R 5 0 R] >>]", [3]bool{true, true, false}},
		"what it wants when exported":        {"/Intent /All /AS [<< /Event /Export /Category [/View] /OCGs [5 0 R] >>]", [3]bool{true, true, true}},
		"entries that are none":              {"/OFF [null 42 99 0 R << >> 3 0 R] /ON 42", [3]bool{false, true, true}},
		"a configuration of the wrong kinds": {"/OFF /All /BaseState (OFF) /AS 3 0 R", [3]bool{true, true, true}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := layered(t, c.config)
			for i, want := range c.want {
				for range 2 { // the second answer comes from memory
					require.Equal(t, want, d.Visible(pdf.Ref{Num: i + 3}), "group %d", i+3)
				}
			}
			require.True(t, d.Visible(nil))
			require.True(t, d.Visible(pdf.Ref{Num: 99}))
			require.True(t, d.Visible(pdf.Integer(1)))
		})
	}
}

func TestVisibleMembership(t *testing.T) {
	t.Parallel()
	const on, off = "3 0 R", "4 0 R"
	cases := map[string]struct {
		entries string
		want    bool
	}{
		"any on by default":        {"/OCGs [" + on + " " + off + "]", true},
		"any on, all are off":      {"/OCGs [" + off + "] /P /AnyOn", false},
		"all on":                   {"/OCGs [" + on + "] /P /AllOn", true},
		"all on, one is off":       {"/OCGs [" + on + " " + off + "] /P /AllOn", false},
		"any off":                  {"/OCGs [" + on + " " + off + "] /P /AnyOff", true},
		"any off, all are on":      {"/OCGs [" + on + "] /P /AnyOff", false},
		"all off":                  {"/OCGs [" + off + "] /P /AllOff", true},
		"all off, one is on":       {"/OCGs [" + on + " " + off + "] /P /AllOff", false},
		"a single group":           {"/OCGs " + off, false},
		"no group":                 {"/OCGs []", true},
		"groups that are missing":  {"/OCGs [null 99 0 R] /P /AllOff", true},
		"missing ones do not help": {"/OCGs [99 0 R " + off + "]", false},
		"an expression":            {"/VE [/And " + on + " [/Not " + off + "]]", true},
		"expressions come first":   {"/OCGs " + on + " /VE [/Not " + on + "]", false},
		"or":                       {"/VE [/Or " + off + " [/And " + on + " " + off + "]]", false},
		"or with one that is on":   {"/VE [/Or " + off + " " + on + "]", true},
		"an empty expression":      {"/VE [/Or] /OCGs " + off, true},
		"nonsense":                 {"/VE [42 (a) null]", true},
		"an expression in itself":  {"/VE 7 0 R", true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := layered(t, "/OFF [4 0 R]", "<< /Type /OCMD "+c.entries+" >>", "[/And 7 0 R 7 0 R]")
			require.Equal(t, c.want, d.Visible(pdf.Ref{Num: 6}))
		})
	}
}

// TestSharedExpressionsAreBounded has expressions that each hold the next one twice. To follow them
// all would take 2^40 steps.
func TestSharedExpressionsAreBounded(t *testing.T) {
	t.Parallel()
	objects := []string{"<< /Type /OCMD /VE 7 0 R >>"}
	for i := range 40 {
		objects = append(objects, fmt.Sprintf("[/Or %[1]d 0 R %[1]d 0 R]", i+8))
	}
	d := layered(t, "/OFF [4 0 R]", append(objects, "[/And "+strings.Repeat("4 0 R ", 2)+"]")...)
	require.True(t, d.Visible(pdf.Ref{Num: 6}), "what cannot be told is shown")
}
