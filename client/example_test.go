package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/apikey"
)

func ExampleNew() {
	_, err := client.New("pl_prd_mistyped", client.Config{BaseURL: "https://pdf.example.com"})
	fmt.Println(errors.Is(err, client.InvalidAPIKey))
	fmt.Println(err)
	// Output:
	// true
	// client: invalid_api_key: the API key is not valid: it has not the form of a key
}

func ExampleParseKey() {
	head := "pl_prd_Ab3dEf6hIj_" + strings.Repeat("s", 32)
	parts, err := client.ParseKey(head + apikey.Checksum(head))
	fmt.Println(parts.Environment, parts.ID, err)
	// Output: prd Ab3dEf6hIj <nil>
}

// A document is converted while the program waits. The HTML is available at once.
func ExampleConversionService_Convert() {
	service := httptest.NewServer(newService(nil)) // in place of https://pdf.example.com
	defer service.Close()
	c, err := client.New(testKey, client.Config{BaseURL: service.URL})
	if err != nil {
		log.Fatal(err)
	}
	file, err := client.FileAt("../examples/sample.pdf")
	if err != nil {
		log.Fatal(err)
	}
	v, err := c.Conversions.Convert(context.Background(), client.ConvertRequest{
		File:    file,
		Options: client.Options{OCREnabled: new(true)}, // nil is the default of the service
	})
	switch {
	case errors.Is(err, client.PasswordRequired):
		log.Fatal("the document is encrypted")
	case errors.Is(err, client.ErrQuota):
		log.Fatal("this month's conversions are used up")
	case err != nil:
		log.Fatal(err)
	}
	fmt.Println(v.Status, *v.HTML) // Conversions.Extract has everything, in a folder
	// Output: completed <p>done
}

// A failure that the service names is an error with a stable code.
func ExampleError() {
	service := httptest.NewServer(newService(nil))
	defer service.Close()
	c, err := client.New(testKey, client.Config{BaseURL: service.URL})
	if err != nil {
		log.Fatal(err)
	}
	_, err = c.Conversions.Get(context.Background(), "conv_00000000000000000000000000")
	var failure *client.Error
	if errors.As(err, &failure) {
		fmt.Println(failure.Code, failure.Status)
	}
	fmt.Println(errors.Is(err, client.ConversionNotFound))
	// Output:
	// conversion_not_found 404
	// true
}

func ExampleConversionService_All() {
	c, err := client.New(os.Getenv("PAGELIFT_API_KEY"), client.Config{BaseURL: "https://pdf.example.com", Pace: true})
	if err != nil {
		log.Fatal(err)
	}
	for v, err := range c.Conversions.All(context.Background(), client.ConversionQuery{Status: client.StatusFailed}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(v.ID, v.InputFile, v.Error.Code)
	}
}
