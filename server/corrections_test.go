package server_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
)

// judgedSample has a title for the document, and a decision about a link that the document does not have.
const judgedSample = `version: 1
by: Ann Fox
at: "2027-01-15"
document: {title: Judged}
names:
  - {link: "#no-such-place", name: Nowhere}
`

// theSample returns r with a real document to convert.
func theSample(t *testing.T, r client.ConvertRequest) client.ConvertRequest {
	t.Helper()
	file, err := client.FileAt("../examples/sample.pdf")
	require.NoError(t, err)
	r.File = file
	return r
}

// put sends corrections of a conversion.
func (s *service) put(id, mediaType, text string, header ...string) reply {
	h := map[string]string{"Content-Type": mediaType}
	for i := 0; i < len(header); i += 2 {
		h[header[i]] = header[i+1]
	}
	return s.do(request{"PUT", "/v1/conversions/" + id + "/corrections", h, strings.NewReader(text)})
}

// TestADocumentIsConvertedAgainWithCorrections gets a draft, corrects it, and corrects the result once more.
func TestADocumentIsConvertedAgainWithCorrections(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		s := newService(t, on(address), func(c *server.Config) { c.SetConverter(nil) })
		first, err := s.client.Conversions.Convert(t.Context(), theSample(t, client.ConvertRequest{KeepDocument: true, CustomID: "a:1"}))
		require.NoError(t, err)
		require.Contains(t, *first.HTML, "data-box=")

		draft, err := s.client.Conversions.Corrections(t.Context(), first.ID)
		require.NoError(t, err)
		require.NotEmpty(t, draft.Blocks)
		require.Equal(t, "heading", draft.Blocks[0].Role)
		require.NotNil(t, draft.Blocks[0].Box)

		draft.By, draft.At, draft.Document.Title = "Ann Fox", "2027-01-15", "Judged"
		draft.Blocks = draft.Blocks[:1]
		draft.Blocks[0].Role, draft.Blocks[0].Level = "paragraph", 0
		second, err := s.client.Conversions.Correct(t.Context(), first.ID, draft)
		require.NoError(t, err)
		require.NotEqual(t, first.ID, second.ID)
		require.Equal(t, "a:1", *second.CustomID)
		require.Contains(t, *second.HTML, "<title>Judged</title>")
		require.Less(t, strings.Count(*second.HTML, "<h1")+strings.Count(*second.HTML, "<h2"), strings.Count(*first.HTML, "<h1")+strings.Count(*first.HTML, "<h2"))

		kept, err := s.client.Conversions.Corrections(t.Context(), second.ID)
		require.NoError(t, err)
		require.Equal(t, draft, kept)

		third, err := s.client.Conversions.CorrectFile(t.Context(), second.ID, []byte(judgedSample))
		require.NoError(t, err)
		require.Equal(t, "correction_missing", third.Warnings[len(third.Warnings)-1].Code)
		a := s.do(request{"GET", "/v1/conversions/" + third.ID + "/corrections", map[string]string{"Accept": "application/yaml"}, nil})
		require.Equal(t, "application/yaml", a.Header.Get("Content-Type"))
		require.Equal(t, judgedSample, a.body, "YAML is returned as it was sent")
		a = s.do(request{"GET", "/v1/conversions/" + second.ID + "/corrections", map[string]string{"Accept": "application/yaml"}, nil})
		require.Contains(t, a.body, "by: Ann Fox\n")

		usage, err := s.client.Usage.Get(t.Context())
		require.NoError(t, err)
		require.Equal(t, int64(3), usage.Conversions.Used)
	})
}

// TestCorrectionsThatComeWithTheDocument checks that corrections which come with the document are used at once,
// and kept.
func TestCorrectionsThatComeWithTheDocument(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *server.Config) { c.SetConverter(nil) })
	c, err := s.client.Conversions.Convert(t.Context(), theSample(t, client.ConvertRequest{Corrections: judgedSample}))
	require.NoError(t, err)
	require.Contains(t, *c.HTML, "<title>Judged</title>")
	kept, err := s.client.Conversions.Corrections(t.Context(), c.ID)
	require.NoError(t, err)
	require.Equal(t, "Nowhere", kept.Names[0].Name)
	_, err = s.client.Conversions.Correct(t.Context(), c.ID, kept)
	require.ErrorIs(t, err, client.DocumentNotKept)
	require.ErrorContains(t, err, "keep_document=true")

	for name, text := range map[string]string{"yaml": "version: 1\nblocks:\n  - {text: a, role: poem}\n", "json": `{"version":1,` + "\n" + `"blocks":[` + "\n" + `{"text":"a","role":"poem"}]}`} {
		require.Equal(t, float64(3), s.post("a.pdf", nil, "corrections", text).failed(client.InvalidCorrections)["line"], name)
	}
	s.post("a.pdf", nil, "corrections", "version: 1\n#"+strings.Repeat(" ", limits.SentCorrections)).failed(client.InvalidParameter)
	s.post("a.pdf", nil, "keep_document", "yes").failed(client.InvalidParameter)
	s.postJSON(convertPath, `{"url":"https://192.0.2.1/a.pdf","keep_document":"true"}`).failed(client.InvalidParameter)
}

// TestWhatIsRefusedOfCorrections checks the code of each refusal, and that nothing is converted or counted.
func TestWhatIsRefusedOfCorrections(t *testing.T) {
	t.Parallel()
	s := newService(t)
	kept := s.post("a.pdf", nil, "keep_document", "true").conversion(http.StatusOK).ID
	plain := s.post("a.pdf", nil).conversion(http.StatusOK).ID
	failed := s.post("fail password_required.pdf", map[string]string{"Prefer": "respond-async"}, "keep_document", "true").conversion(http.StatusAccepted).ID
	s.ended(failed)
	waits := s.post("wait.pdf", map[string]string{"Prefer": "respond-async"}, "keep_document", "1").conversion(http.StatusAccepted).ID
	const empty = "version: 1\n"

	s.get("/v1/conversions/" + plain + "/corrections").failed(client.DocumentNotKept)
	s.get("/v1/conversions/" + waits + "/corrections").failed(client.ResultNotReady)
	s.get("/v1/conversions/" + kept + "/corrections?x=1").failed(client.InvalidParameter)
	require.Equal(t, http.StatusOK, s.get("/v1/conversions/"+kept+"/corrections").StatusCode)
	s.put(plain, "application/yaml", empty).failed(client.DocumentNotKept)
	s.put(failed, "application/yaml", empty).failed(client.DocumentNotKept)
	s.put(waits, "application/yaml", empty).failed(client.ResultNotReady)
	s.put("conv_none", "application/yaml", empty).failed(client.ConversionNotFound)
	s.put(kept, "text/plain", empty).failed(client.UnsupportedMediaType)
	require.Equal(t, float64(2), s.put(kept, "application/yaml", "version: 1\ncolour: red\n").failed(client.InvalidCorrections)["line"])
	require.Equal(t, float64(1), s.put(kept, "application/json", `{"version": 1,}`).failed(client.InvalidCorrections)["line"])
	s.put(kept, "application/yaml", empty+"#"+strings.Repeat(" ", limits.CorrectionBytes)).failed(client.RequestTooLarge)
	other := "Bearer " + s.issue("free", "other")
	s.put(kept, "application/yaml", empty, "Authorization", other).failed(client.ConversionNotFound)

	again := s.put(kept, "application/json", `{"version": 1, "by": "\ud83e\udd8a Fox"}`, "Prefer", "respond-async").conversion(http.StatusAccepted)
	require.Equal(t, client.StatusCompleted, s.ended(again.ID).Status)
	c, err := s.client.Conversions.Corrections(t.Context(), again.ID)
	require.NoError(t, err)
	require.Equal(t, "🦊 Fox", c.By)
	once := s.put(kept, "application/yaml", empty, "Idempotency-Key", "k")
	twice := s.put(kept, "application/yaml", empty, "Idempotency-Key", "k")
	require.Equal(t, once.conversion(http.StatusOK).ID, twice.conversion(http.StatusOK).ID)
	s.put(kept, "application/yaml", empty+"by: x\n", "Idempotency-Key", "k").failed(client.IdempotencyKeyReused)

	require.NoError(t, s.client.Conversions.Delete(t.Context(), kept))
	s.put(kept, "application/yaml", empty).failed(client.ConversionNotFound)
	require.Equal(t, client.StatusCompleted, s.ended(again.ID).Status, "the later conversion has its own copy of the document")
	require.Equal(t, http.StatusOK, s.put(again.ID, "application/yaml", empty).StatusCode)
}

// TestPicturesAreJudged checks that pictures are recognised by what they look like, inside of the HTML or at an
// address.
func TestPicturesAreJudged(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *server.Config) { c.SetConverter(nil) })
	for _, side := range []int{64, 3200} { // the larger one is too large for a data address
		samples := make([]byte, side*side)
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range samples {
			samples[i] = byte(rng.Uint32()) >> (i % side * 4 / side) // lighter on the left
		}
		var pdf testkit.PDF
		n := pdf.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %[1]d /BitsPerComponent 8 /ColorSpace /DeviceGray", side), string(samples))
		pdf.AddPage(testkit.Page{Content: "BT /F1 12 Tf 72 720 Td (A picture.) Tj ET q 300 0 0 300 72 300 cm /I Do Q", Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", n)})
		first, err := s.client.Conversions.Convert(t.Context(), client.ConvertRequest{File: client.File{Content: bytes.NewReader(pdf.Bytes()), Name: "a.pdf"}, KeepDocument: true})
		require.NoError(t, err)
		require.Equal(t, side == 64, strings.Contains(*first.HTML, `src="data:image/`))
		draft, err := s.client.Conversions.Corrections(t.Context(), first.ID)
		require.NoError(t, err)
		require.Len(t, draft.Pictures, 1)
		require.Len(t, draft.Pictures[0].Looks, 64, "%d samples wide", side)
		draft.Pictures[0].Alternative = "Noise & more"
		second, err := s.client.Conversions.Correct(t.Context(), first.ID, draft)
		require.NoError(t, err)
		require.Contains(t, *second.HTML, `alt="Noise &amp; more"`)
		require.Empty(t, second.Warnings)
	}
}

// TestALargeResultHasNoDraft checks that a large result has no draft of corrections, but can be corrected.
func TestALargeResultHasNoDraft(t *testing.T) {
	t.Parallel()
	s := newService(t)
	id := s.post("large.pdf", map[string]string{"Prefer": "respond-async"}, "keep_document", "true").conversion(http.StatusAccepted).ID
	require.Equal(t, client.StatusCompleted, s.ended(id).Status)
	s.get("/v1/conversions/" + id + "/corrections").failed(client.ResourceLimitExceeded)
	page := signIn(t, s.url, s.key).get("/dashboard/conversions/" + id)
	require.Equal(t, http.StatusOK, page.StatusCode)
	require.Contains(t, page.body, "version: 1\n</textarea>")
	require.Equal(t, http.StatusAccepted, s.put(id, "application/yaml", "version: 1\n", "Prefer", "respond-async").StatusCode)
}

// TestWhatEndsACorrection checks the cases in which a correction fails: the month is used up, the conversion
// fails, the result is gone.
func TestWhatEndsACorrection(t *testing.T) {
	t.Parallel()
	s := newService(t)
	change := func(statement, id string) {
		require.NoError(t, s.DB().Update(t.Context(), func(tx store.Tx) error {
			n, err := tx.Exec(t.Context(), "UPDATE conversions SET "+statement+" WHERE id = $1", id)
			require.Equal(t, int64(1), n)
			return err
		}))
	}
	const empty = "version: 1\n"
	auth := map[string]string{"Authorization": "Bearer " + s.issue("free", "small")}
	one := int64(1)
	s.change("small", func(a *store.Account) { a.Overrides.MonthlyConversions = &one })
	id := s.post("a.pdf", auth, "keep_document", "true").conversion(http.StatusOK).ID
	s.put(id, "application/yaml", empty, "Authorization", auth["Authorization"]).failed(client.QuotaExceeded)

	id = s.post("a.pdf", nil, "keep_document", "true").conversion(http.StatusOK).ID
	change(`options = REPLACE(options, '"name":"a"', '"name":"fail conversion_timeout"')`, id)
	require.Contains(t, s.put(id, "application/yaml", empty).failed(client.ConversionTimeout), "conversion_id")
	change("expires_at = 1", id)
	s.put(id, "application/yaml", empty).failed(client.ResultExpired)
	s.get("/v1/conversions/" + id + "/corrections").failed(client.ResultExpired)
}
