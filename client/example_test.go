package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/pagelift/pagelift/client"
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
	parts, err := client.ParseKey(head + client.KeyChecksum(head))
	fmt.Println(parts.Environment, parts.ID, err)
	// Output: prd Ab3dEf6hIj <nil>
}

func ExampleConversionService_Convert() {
	ctx := context.Background()
	c, err := client.New(os.Getenv("PAGELIFT_API_KEY"), client.Config{BaseURL: "https://pdf.example.com"})
	if err != nil {
		log.Fatal(err)
	}
	file, err := client.FileAt("minutes.pdf")
	if err != nil {
		log.Fatal(err)
	}
	v, err := c.Conversions.Convert(ctx, client.ConvertRequest{
		File:    file,
		Options: client.Options{OCREnabled: client.Bool(true)},
	})
	switch {
	case errors.Is(err, client.PasswordRequired):
		log.Fatal("the document is encrypted")
	case errors.Is(err, client.ErrQuota):
		log.Fatal("this month's conversions are used up")
	case err != nil:
		log.Fatal(err)
	}
	fmt.Println(v.Metadata.Title, *v.HTML)
	if err := c.Conversions.Extract(ctx, v.ID, "minutes"); err != nil {
		log.Fatal(err)
	}
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
