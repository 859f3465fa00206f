package webhook_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/webhook"
)

// carried returns what a format carries of an event, as Decode returns it.
func carried(e *webhook.Event, format webhook.Format) *webhook.Event {
	c := *e
	c.Format = format
	c.Timestamp = c.Timestamp.UTC().Truncate(time.Millisecond)
	if format == webhook.FormatFlat {
		c.InputFile, c.CreatedAt, c.CompletedAt, c.Document = "", time.Time{}, time.Time{}, nil
		return &c
	}
	switch {
	case c.Kind != webhook.ConversionCompleted:
		c.Metadata = webhook.Metadata{}
	case c.Document != nil: // it has only pages
		c.Metadata = webhook.Metadata{Pages: c.Metadata.Pages}
	}
	return &c
}

func TestBothFormatsDecodeIntoOneEvent(t *testing.T) {
	t.Parallel()
	for name, e := range events() {
		for _, format := range []webhook.Format{webhook.FormatFlat, webhook.FormatNested} {
			t.Run(name+" "+string(format), func(t *testing.T) {
				t.Parallel()
				body, err := e.Marshal(format)
				require.NoError(t, err)
				got, err := webhook.Decode(body)
				require.NoError(t, err)
				require.Equal(t, string(body), string(got.Raw))

				want := carried(e, format)
				if format == webhook.FormatFlat {
					require.Regexp(t, "^body_[0-9a-f]{32}$", got.ID, "format A has no id of the event")
					want.ID = got.ID
				}
				if format == webhook.FormatNested && e.Kind == webhook.ConversionCompleted {
					require.NotEmpty(t, got.Document)
					want.Document = got.Document
				}
				want.Raw = got.Raw
				require.Equal(t, want, got)
			})
		}
	}
}

func TestDecodeToleratesOtherSenders(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body string
		want webhook.Event
	}{
		"the fields of format B without an envelope": {
			`{"id":"conv_1","status":"failed","error":{"code":"c","message":"m"}}`,
			webhook.Event{
				Kind: webhook.ConversionFailed, Format: webhook.FormatNested, ConversionID: "conv_1", Status: "failed",
				Failure: &webhook.Failure{Code: "c", Message: "m"},
			},
		},
		"no reason": {
			`{"event":"conversion.failed","conversion_id":"conv_1"}`,
			webhook.Event{Kind: webhook.ConversionFailed, Format: webhook.FormatFlat, ConversionID: "conv_1", Failure: &webhook.Failure{}},
		},
		"an envelope without an id": {
			`{"event":"conversion.completed","data":{"id":"conv_1","output_url":"https://example.com/"}}`,
			webhook.Event{
				Kind: webhook.ConversionCompleted, Format: webhook.FormatNested, ConversionID: "conv_1", DownloadURL: "https://example.com/",
			},
		},
		"an id that is none": {
			`{"event":"conversion.started","id":"a.b","data":{"id":"conv_1"}}`,
			webhook.Event{Kind: webhook.ConversionStarted, Format: webhook.FormatNested, ConversionID: "conv_1"},
		},
		"the names of format A in an envelope": {
			`{"event":"conversion.completed","id":"evt_1","data":{"conversion_id":"conv_1","download_url":"https://example.com/"}}`,
			webhook.Event{
				ID: "evt_1", Kind: webhook.ConversionCompleted, Format: webhook.FormatNested, ConversionID: "conv_1", DownloadURL: "https://example.com/",
			},
		},
		"a kind and fields of the future": {
			`{"event":"batch.paused","batch_id":"batch_1","total":5,"reason":"night"}`,
			webhook.Event{Kind: "batch.paused", Format: webhook.FormatFlat, BatchID: "batch_1", Batch: &webhook.Batch{Total: 5}},
		},
		"null wherever something is not known": {
			`{"event":"conversion.started","conversion_id":"conv_1","batch_id":null,"download_url":null,"metadata":null,"error":null,"timestamp":null,"data":null}`,
			webhook.Event{Kind: webhook.ConversionStarted, Format: webhook.FormatFlat, ConversionID: "conv_1"},
		},
		"another time zone": {
			` {"event":"conversion.started","conversion_id":"conv_1","timestamp":"2025-03-01T10:00:00.5+01:00"}`,
			webhook.Event{Kind: webhook.ConversionStarted, Format: webhook.FormatFlat, ConversionID: "conv_1", Timestamp: sent.Add(time.Second / 2)},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := webhook.Decode([]byte(c.body))
			require.NoError(t, err)
			require.Equal(t, c.body, string(got.Raw))
			require.True(t, c.want.Timestamp.Equal(got.Timestamp))
			got.Timestamp, got.Raw = c.want.Timestamp, nil
			if c.want.ID == "" {
				require.Regexp(t, "^body_", got.ID)
				got.ID = ""
			}
			require.Equal(t, &c.want, got)
		})
	}
}

func TestDecodeRefusesWhatIsNoEvent(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"nothing":             ``,
		"null":                `null`,
		"an array":            `[{"event":"conversion.started"}]`,
		"a string":            `"conversion.started"`,
		"no kind":             `{"conversion_id":"conv_1"}`,
		"no kind, in between": `{"conversion_id":"conv_1","status":"processing"}`,
		"two objects":         `{"event":"conversion.started"}{}`,
		"a number for a text": `{"event":"conversion.started","conversion_id":7}`,
		"a text for a number": `{"event":"batch.progress","total":"ten"}`,
		"a day for a time":    `{"event":"conversion.started","timestamp":"2025-03-01"}`,
		"metadata of a kind":  `{"event":"conversion.completed","metadata":{"pages":"12"}}`,
		"metadata as a list":  `{"event":"conversion.completed","metadata":[]}`,
		"too deep":            `{"event":"conversion.started","x":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`,
	}
	for name, body := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := webhook.Decode([]byte(body))
			require.ErrorIs(t, err, webhook.InvalidEvent)
			require.Nil(t, e)
		})
	}
	_, err := webhook.Decode([]byte(`{"event":"` + strings.Repeat("x", webhook.MaxBody) + `"}`))
	require.ErrorIs(t, err, webhook.BodyTooLarge)
}

// Retries differ in their retry_count. Any other difference makes another event.
func TestTheIDMadeFromABodyIsThatOfTheEvent(t *testing.T) {
	t.Parallel()
	id := func(body string) string {
		e, err := webhook.Decode([]byte(body))
		require.NoError(t, err)
		return e.ID
	}
	first := id(`{"event":"batch.progress","batch_id":"b","percentage":10,"timestamp":"2025-03-01T09:00:00Z","retry_count":0}`)
	require.Equal(t, first, id(`{"event":"batch.progress","batch_id":"b","percentage":10,"timestamp":"2025-03-01T09:00:00Z","retry_count":3}`))
	require.Equal(t, first, id(`{"event":"batch.progress","batch_id":"b","percentage":10,"timestamp":"2025-03-01T09:00:00Z"}`))
	require.NotEqual(t, first, id(`{"event":"batch.progress","batch_id":"b","percentage":20,"timestamp":"2025-03-01T09:00:00Z","retry_count":0}`))
	require.NotEqual(t, first, id(`{"event":"batch.progress","batch_id":"b","percentage":10,"timestamp":"2025-03-01T09:00:01Z","retry_count":0}`))
}

func TestMarshalRefusesWhatLacksSomething(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		name   string
		format webhook.Format
		change func(*webhook.Event)
		code   webhook.Code
	}{
		"no format":                {"started", "", func(*webhook.Event) {}, webhook.InvalidOption},
		"no such format":           {"started", "c", func(*webhook.Event) {}, webhook.InvalidOption},
		"no kind":                  {"started", webhook.FormatFlat, func(e *webhook.Event) { e.Kind = "" }, webhook.InvalidEvent},
		"an unknown kind":          {"started", webhook.FormatFlat, func(e *webhook.Event) { e.Kind = "conversion.paused" }, webhook.InvalidEvent},
		"no time":                  {"started", webhook.FormatFlat, func(e *webhook.Event) { e.Timestamp = time.Time{} }, webhook.InvalidEvent},
		"a time of no calendar":    {"started", webhook.FormatFlat, func(e *webhook.Event) { e.Timestamp = time.Unix(1<<40, 0) }, webhook.InvalidEvent},
		"no conversion":            {"started", webhook.FormatFlat, func(e *webhook.Event) { e.ConversionID = "" }, webhook.InvalidEvent},
		"no status":                {"started", webhook.FormatFlat, func(e *webhook.Event) { e.Status = "" }, webhook.InvalidEvent},
		"no ID":                    {"started", webhook.FormatNested, func(e *webhook.Event) { e.ID = "" }, webhook.InvalidEvent},
		"an ID with a full stop":   {"started", webhook.FormatNested, func(e *webhook.Event) { e.ID = "a.b" }, webhook.InvalidEvent},
		"no batch ID":              {"progress", webhook.FormatFlat, func(e *webhook.Event) { e.BatchID = "" }, webhook.InvalidEvent},
		"no counts":                {"batch", webhook.FormatNested, func(e *webhook.Event) { e.Batch = nil }, webhook.InvalidEvent},
		"counts of a conversion":   {"started", webhook.FormatFlat, func(e *webhook.Event) { e.Batch = &webhook.Batch{} }, webhook.InvalidEvent},
		"failed without a reason":  {"failed", webhook.FormatFlat, func(e *webhook.Event) { e.Failure = nil }, webhook.InvalidEvent},
		"completed with a failure": {"completed", webhook.FormatFlat, func(e *webhook.Event) { e.Failure = &webhook.Failure{} }, webhook.InvalidEvent},
		"metadata that is no JSON": {"completed", webhook.FormatNested, func(e *webhook.Event) { e.Document = []byte("{") }, webhook.InvalidEvent},
		"metadata that is a list":  {"completed", webhook.FormatNested, func(e *webhook.Event) { e.Document = []byte("[]") }, webhook.InvalidEvent},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := events()[c.name]
			c.change(e)
			body, err := e.Marshal(c.format)
			require.ErrorIs(t, err, c.code)
			require.Nil(t, body)
		})
	}
}

// A decoded event can be sent again, and then means the same.
func FuzzDecode(f *testing.F) {
	for _, e := range events() {
		for _, format := range []webhook.Format{webhook.FormatFlat, webhook.FormatNested} {
			body, err := e.Marshal(format)
			require.NoError(f, err)
			f.Add(body)
		}
	}
	f.Add([]byte(`{"id":"conv_1","status":"completed"}`))
	f.Add([]byte(`{"event":"conversion.started","conversion_id":"\ud800","timestamp":"2025-03-01T09:00:00Z","status":"x","metadata":{"file_size":1e3}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		e, err := webhook.Decode(body)
		if err != nil {
			require.ErrorIs(t, err, webhook.InvalidEvent)
			return
		}
		require.NotEmpty(t, e.Kind)
		require.NotEmpty(t, e.ID)
		for _, format := range []webhook.Format{webhook.FormatFlat, webhook.FormatNested} {
			again, err := e.Marshal(format)
			if err != nil {
				continue // it lacks something, or is of another kind
			}
			require.True(t, json.Valid(again))
			got, err := webhook.Decode(again)
			require.NoError(t, err)
			require.Equal(t, format, got.Format)
			require.Equal(t, e.Kind, got.Kind)
			require.Equal(t, e.ConversionID, got.ConversionID)
			require.Equal(t, e.BatchID, got.BatchID)
			require.Equal(t, e.Status, got.Status)
			require.Equal(t, e.Failure, got.Failure)
			require.Equal(t, e.RetryCount, got.RetryCount)
			require.WithinDuration(t, e.Timestamp, got.Timestamp, time.Millisecond)
			once, err := got.Marshal(format)
			if got.Kind != webhook.ConversionCompleted || format == webhook.FormatFlat {
				require.NoError(t, err)
				require.Equal(t, string(again), string(once))
			}
		}
	})
}
