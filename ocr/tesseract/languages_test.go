package tesseract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/ocr"
)

func TestTrainedDataByTag(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]string{
		"en": "eng", "EN-us": "eng", "de-AT": "deu", "zh": "chi_sim", "zh-Hans-CN": "chi_sim", "zh-Hant": "chi_tra", "zh-TW": "chi_tra",
		"sr": "srp", "sr-Latn-RS": "srp_latn", "nb": "nor", "de-Latf": "frk", "uz_Cyrl": "uzb_cyrl", "deu": "deu", "Fraktur": "Fraktur", "tlh": "tlh", "-": "-",
	} {
		require.Equal(t, want, trained{"Fraktur", "deu", "eng"}.code(tag), tag)
	}
}

func TestTrainedDataByScript(t *testing.T) {
	t.Parallel()
	data := trained{"Hebrew", "chi_sim", "deu", "eng", "fra", "heb", "script/Cyrillic", "spa"}
	require.Equal(t, []language{{"en", "eng"}, {"de", "deu"}, {"fr", "fra"}}, data.ofScript("Latin"), "only the first of many languages are used")
	require.Equal(t, []language{{"und-Cyrl", "script/Cyrillic"}}, data.ofScript("Cyrillic"))
	require.Equal(t, []language{{"und-Hebr", "Hebrew"}}, data.ofScript("Hebrew"))
	require.Equal(t, []language{{"zh", "chi_sim"}}, data.ofScript("Han"))
	require.Empty(t, data.ofScript("Thai"))
	require.Empty(t, data.ofScript(""))

	langs, err := trained{"heb", "osd"}.choose(nil)
	require.NoError(t, err)
	require.Equal(t, []language{{"und", "heb"}}, langs, "whatever is installed is used")
	require.True(t, reads([]language{{"en", "eng"}, {"und-Cyrl", "script/Cyrillic"}}, "Cyrillic"))
	require.True(t, reads([]language{{"nb", "nor"}, {"zh-TW", "chi_tra"}}, "Han"))
	require.False(t, reads([]language{{"en", "eng"}}, "Cyrillic"))
}

func TestWhatIsMissingNamesItsPackage(t *testing.T) {
	t.Parallel()
	_, err := trained{"eng"}.choose([]string{"script/Thai"})
	require.ErrorIs(t, err, ocr.LanguageUnavailable)
	require.ErrorContains(t, err, "apt-get install tesseract-ocr-script-thai")

	_, err = trained{"eng"}.choose([]string{"nl; rm -rf /"})
	require.ErrorContains(t, err, "apt-get install tesseract-ocr-all)", "the language of a document does not get into a command")
}

func TestOrientation(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		in   string
		want found
	}{
		"on its side":           {"Page number: 0\nOrientation in degrees: 90\nRotate: 270\nOrientation confidence: 16.72\nScript: Latin\nScript confidence: 2.17\n", found{90, "Latin"}},
		"not sure":              {"Orientation in degrees: 90\nOrientation confidence: 0.72\nScript: Cyrillic\nScript confidence: 0.01\n", found{}},
		"no script at all":      {"Orientation in degrees: 180\nOrientation confidence: 3\nScript: NULL\nScript confidence: 9\n", found{180, ""}},
		"an angle that is none": {"Orientation in degrees: 45\nOrientation confidence: 30\n", found{}},
		"nothing":               {"", found{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, parseOrientation(tt.in))
		})
	}
}
