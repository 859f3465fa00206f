package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic"
)

const (
	english = "The committee met on the third of May and agreed that the report would be published as soon as the figures for the last quarter had been checked by the auditors."
	minutes = "Members asked whether the new building could be opened before the winter. The architect said that the roof would have to be finished first, which depended on the weather, and that nobody should count on it."
	notice  = "Anyone who wants to speak at the next meeting is asked to write to the secretary at least two weeks before it takes place, so that there is enough time to put the question on the agenda."
	german  = "Der Ausschuss trat am dritten Mai zusammen und beschloss, dass der Bericht veröffentlicht wird, sobald die Zahlen des letzten Quartals von den Prüfern bestätigt worden sind."
	french  = "La commission s'est réunie le trois mai et a décidé que le rapport serait publié dès que les chiffres du dernier trimestre auraient été vérifiés par les commissaires aux comptes."
	russian = "Комитет собрался третьего мая и решил, что отчёт будет опубликован, как только аудиторы проверят показатели последнего квартала."
	greek   = "Η επιτροπή συνεδρίασε στις τρεις Μαΐου και αποφάσισε ότι η έκθεση θα δημοσιευθεί."
	law     = "国務大臣は、内閣総理大臣が任命する。但し、過半数は国会議員の中から選定。内閣総理大臣、任意国務大臣罷免可能"
	invoice = "Fuchsverein e.V. · Testgasse 1 · Testenhausen Fuchsverein e. V. Kassierer Willi Wichtig Testgasse 1 Testenhausen Telefon: 1 Telefax: 2 E-Mail: willi@fuchs.de Internet: www.fuchs.de"
	letters = "yes yes loop yes yes yes no no yes yes yes yes no no loop no yes yes loop yes yes yes loop no yes no no yes yes yes yes no loop no yes"
	chinese = "委员会于五月三日召开会议，决定在审计员核对上季度的数字之后尽快公布报告，并将其分发给所有成员。"
)

func TestDocumentsSayWhichLanguageTheyAreIn(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, named, hint, want string }{
		"found in the text":                        {text: german, want: "de"},
		"told by the script":                       {text: greek, want: "el"},
		"Japanese that is mostly kanji":            {text: law, want: "ja"},
		"Chinese":                                  {text: chinese, want: "zh"},
		"named by the document":                    {text: english, named: "en-GB", want: "en-GB"},
		"named in an unusual spelling":             {text: english, named: "EN_us", want: "en-US"},
		"named by what is no tag":                  {text: french, named: "Français", want: "fr"},
		"the caller's when the document is silent": {text: "Nr. 12 A", hint: "nl", want: "nl"},
		"not the caller's when it is not":          {text: english, named: "en", hint: "nl", want: "en"},
		"named wrongly":                            {text: russian, named: "en-US", want: "ru"},
		"names and addresses overrule nothing":     {text: invoice, named: "de-DE", want: "de-DE"},
		"words of a table are no rare language":    {text: letters, want: ""},
		"a related tag stands":                     {text: german, named: "de-AT", want: "de-AT"},
		"too little text":                          {text: "A4", want: ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := buildFrom(t, semantic.Source{Lang: tc.named, LangHint: tc.hint}, page(1).block(body, tc.text).block(body, tc.text))
			require.Equal(t, tc.want, doc.Lang)
		})
	}
}

func TestPassagesInOtherLanguagesAreMarked(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ passage, want string }{
		"in the same script":       {french, "fr"},
		"in another script":        {russian, "ru"},
		"not where it is the same": {english, ""},
		"not what is too short":    {"Vive la République", ""},
		"not a list of names":      {"M. Bianchi, J. Kowalski, P. Hernández, A. Lindqvist, T. Yılmaz, R. van der Berg, S. Novák, H. Müller, C. Dubois, K. Papadopoulos", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(1)
			for _, text := range []string{english, minutes, notice, minutes, english} {
				p.block(body, text)
			}
			p.block(body, tc.passage)
			doc := buildFrom(t, semantic.Source{}, p)
			require.Equal(t, "en", doc.Lang)
			require.Equal(t, tc.want, langOf(doc, tc.passage))
		})
	}
}

// langOf returns the language of the paragraph that begins with text.
func langOf(doc *semantic.Document, text string) string {
	for n := range doc.Root.All() {
		if n.Role == semantic.P && n.Attr != nil && len(n.Children) > 0 && strings.HasPrefix(text, n.Children[0].Text) {
			return n.Attr.Lang
		}
	}
	return ""
}
