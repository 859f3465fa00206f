package cli

import (
	"errors"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/pagelift/pagelift/describe"
	"github.com/pagelift/pagelift/describe/command"
	"github.com/pagelift/pagelift/describe/openai"
)

// describeKey is the environment variable with the API key for the service that describes pictures.
const describeKey = "PAGELIFT_DESCRIBE_KEY"

// describeFlags select the engine that describes pictures.
type describeFlags struct{ url, model, command string }

func (d *describeFlags) add(f *pflag.FlagSet) {
	f.StringVar(&d.url, "describe-url", "", "have pictures without an alternative described by the model behind this address (chat-completions API);\nthey leave the machine; the key is in "+describeKey)
	f.StringVar(&d.model, "describe-model", "", "with --describe-url: the name of the model")
	f.StringVar(&d.command, "describe-command", "", "have them described by this program instead: it reads a picture and prints JSON")
}

// engine returns the engine that the flags select, or nil if they select none.
func (d *describeFlags) engine() (describe.Engine, error) {
	switch {
	case d.url != "" && d.command != "":
		return nil, errors.New("--describe-url and --describe-command exclude each other")
	case d.url == "" && d.model != "":
		return nil, errors.New("--describe-model needs --describe-url")
	case d.command != "":
		words := strings.Fields(d.command) // no shell is involved
		if len(words) == 0 {
			return nil, errors.New("--describe-command is empty")
		}
		return &command.Engine{Path: words[0], Args: words[1:]}, nil
	case d.url == "":
		return nil, nil
	case d.model == "":
		return nil, errors.New("--describe-url needs --describe-model")
	}
	if u, err := url.Parse(d.url); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, errors.New("--describe-url is no address such as https://api.example.com/v1")
	}
	return &openai.Engine{BaseURL: d.url, Model: d.model, Key: os.Getenv(describeKey)}, nil
}
