package command_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/describe"
	"github.com/pagelift/pagelift/describe/command"
)

// TestMain makes the test binary stand in for the program. The first argument says how it behaves.
func TestMain(m *testing.M) {
	if os.Getenv("PAGELIFT_INSTRUCTIONS") == "" {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case "describe":
		in, _ := io.ReadAll(os.Stdin)
		fmt.Printf(`{"alt": "%s %s %s", "confidence": 1}`, in, os.Getenv("PAGELIFT_MEDIA_TYPE"), os.Getenv("PAGELIFT_PAGE"))
	case "environment":
		fmt.Printf(`{"alt": "secret [%s], other [%s]", "confidence": 1}`, os.Getenv("PAGELIFT_DATABASE_URL"), os.Getenv("DESCRIBER_MODEL"))
	case "flood":
		for {
			if _, err := os.Stdout.WriteString(strings.Repeat("x", 1<<16)); err != nil {
				os.Exit(1)
			}
		}
	case "stall":
		time.Sleep(time.Minute)
	case "fail":
		fmt.Fprintln(os.Stderr, "no eyes")
		os.Exit(3)
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	picture := describe.Picture{Data: []byte("bytes"), MediaType: "image/png", Page: 3}
	run := func(how string) (*describe.Description, error) {
		e := command.Engine{Path: os.Args[0], Args: []string{how}}
		if how == "stall" {
			e.Timeout = 100 * time.Millisecond
		}
		return e.Describe(t.Context(), picture)
	}
	d, err := run("describe")
	require.NoError(t, err)
	require.Equal(t, "bytes image/png 3", d.Text)
	_, err = run("flood")
	require.ErrorContains(t, err, "without end")
	_, err = run("stall")
	require.ErrorContains(t, err, "takes more than")
	_, err = run("fail")
	require.ErrorContains(t, err, "no eyes")
	_, err = run("silent")
	require.ErrorIs(t, err, describe.ErrAnswer)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = (&command.Engine{Path: os.Args[0], Args: []string{"describe"}}).Describe(ctx, picture)
	require.ErrorIs(t, err, context.Canceled)
}

// TestTheProgramSeesNoSecretsOfTheService checks that the program gets its own variables, and none with secrets.
func TestTheProgramSeesNoSecretsOfTheService(t *testing.T) {
	t.Setenv("PAGELIFT_DATABASE_URL", "postgres://pagelift:secret@db/pagelift")
	t.Setenv("DESCRIBER_MODEL", "small")
	e := command.Engine{Path: os.Args[0], Args: []string{"environment"}}
	d, err := e.Describe(t.Context(), describe.Picture{Data: []byte("bytes"), MediaType: "image/png"})
	require.NoError(t, err)
	require.Equal(t, "secret [], other [small]", d.Text)
}
