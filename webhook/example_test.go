package webhook_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/pagelift/pagelift/webhook"
)

// A receiver of its own passes the raw body, not a decoded one, to Verify.
func ExampleVerify() {
	secrets := []string{"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="} // the old and the new one, while the secret is being replaced
	endpoint := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, webhook.MaxBody))
		if err != nil {
			http.Error(w, "the body cannot be read", http.StatusBadRequest)
			return
		}
		event, err := webhook.Verify(r.Header, body, secrets, webhook.Options{})
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		fmt.Println(event.Kind, event.ConversionID)
		w.WriteHeader(http.StatusNoContent)
	}

	// What the service would send.
	body := `{"event":"conversion.completed","conversion_id":"conv_1","status":"completed","timestamp":"2025-03-01T09:00:00Z","retry_count":0}`
	r := httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(body))
	if err := webhook.Sign(r.Header, []byte(body), secrets, webhook.SignOptions{}); err != nil {
		log.Fatal(err)
	}
	endpoint(httptest.NewRecorder(), r)

	r = httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(body)) // without a signature
	w := httptest.NewRecorder()
	endpoint(w, r)
	fmt.Println(w.Code, w.Body)
	// Output:
	// conversion.completed conv_1
	// 401 webhook: missing_signature: no signature of an accepted scheme in the header
}

// The ready-made endpoint answers events at once. Behind the answer it handles them one after the other, each only
// once.
func ExampleNewHandler() {
	secret := webhook.NewSecret() // the service shows it once, when the endpoint is registered
	handle := func(_ context.Context, e *webhook.Event) error {
		switch e.Kind {
		case webhook.ConversionCompleted:
			fmt.Println("fetch", e.DownloadURL)
		case webhook.ConversionFailed:
			fmt.Println("failed:", e.Failure.Code)
		}
		return nil
	}
	hooks, err := webhook.NewHandler(handle, []string{secret}, webhook.HandlerOptions{
		Verify: webhook.Options{Scheme: webhook.SchemeStandard}, // the service always signs with it
	})
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("POST /hooks", hooks)

	// What the service would send, twice.
	event := webhook.Event{
		Kind: webhook.ConversionCompleted, Timestamp: time.Now(), ConversionID: "conv_1", Status: "completed",
		DownloadURL: "https://files.example.com/conv_1.zip",
	}
	body, err := event.Marshal(webhook.FormatFlat)
	if err != nil {
		log.Fatal(err)
	}
	for range 2 {
		r := httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(string(body)))
		if err := webhook.Sign(r.Header, body, []string{secret}, webhook.SignOptions{ID: "evt_1"}); err != nil {
			log.Fatal(err)
		}
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		fmt.Println(w.Code)
	}

	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := hooks.Close(ctx); err != nil { // after http.Server.Shutdown
		log.Fatal(err)
	}
	// Unordered output:
	// 204
	// 204
	// fetch https://files.example.com/conv_1.zip
}

// The sender's side: payloads in the format of each endpoint.
func ExampleEvent_Marshal() {
	event := webhook.Event{
		ID: "evt_1", Kind: webhook.BatchProgress, Timestamp: time.Date(2025, 3, 1, 9, 0, 0, 0, time.UTC),
		BatchID: "batch_1", Batch: &webhook.Batch{Total: 10, Completed: 3, Failed: 1, Percentage: 40},
	}
	for _, format := range []webhook.Format{webhook.FormatFlat, webhook.FormatNested} {
		body, err := event.Marshal(format)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(string(body))
	}
	// Output:
	// {"event":"batch.progress","batch_id":"batch_1","total":10,"completed":3,"failed":1,"percentage":40,"timestamp":"2025-03-01T09:00:00Z","retry_count":0}
	// {"event":"batch.progress","id":"evt_1","data":{"batch_id":"batch_1","total":10,"completed":3,"failed":1,"percentage":40},"timestamp":"2025-03-01T09:00:00Z","retry_count":0}
}
