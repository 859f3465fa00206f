// Package command describes pictures by a program. The program reads the picture from its standard input and
// prints the JSON object that describe.ParseAnswer reads.
package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pagelift/pagelift/describe"
)

const (
	// defaultTimeout bounds one run of the program.
	defaultTimeout = 2 * time.Minute
	// goneWithin is how long the output of a program may stay open after the program has ended or its time is
	// over.
	goneWithin = time.Second
	// maxOutput and maxMessage bound what is read of the program's output and error output.
	maxOutput, maxMessage = 1 << 20, 500
)

// prefix is the prefix of pagelift's own environment variables. The service keeps its secrets in some of them.
const prefix = "PAGELIFT_"

// Engine is a program. It runs once for each picture, without a shell. It gets the environment of this process
// without the variables that begin with PAGELIFT_, and in addition PAGELIFT_MEDIA_TYPE, PAGELIFT_CAPTION,
// PAGELIFT_NEARBY, PAGELIFT_LANGUAGE, PAGELIFT_PAGE and PAGELIFT_INSTRUCTIONS.
type Engine struct {
	// Path is the program, looked up as exec.LookPath does. Args are its arguments.
	Path string
	Args []string
	// Timeout bounds one run. 0: two minutes.
	Timeout time.Duration

	_ struct{}
}

var errFlood = errors.New("the program writes without end")

// Describe runs the program.
func (e *Engine) Describe(ctx context.Context, p describe.Picture) (*describe.Description, error) {
	running, cancel := context.WithTimeout(ctx, cmp.Or(e.Timeout, defaultTimeout))
	defer cancel()
	cmd := exec.CommandContext(running, e.Path, e.Args...)
	cmd.WaitDelay = goneWithin
	env := slices.DeleteFunc(cmd.Environ(), func(v string) bool { return strings.HasPrefix(v, prefix) })
	for name, value := range map[string]string{
		"MEDIA_TYPE": p.MediaType, "CAPTION": p.Caption, "NEARBY": p.Nearby, "LANGUAGE": p.Language,
		"PAGE": strconv.Itoa(p.Page), "INSTRUCTIONS": describe.Instructions,
	} {
		env = append(env, prefix+name+"="+strings.ReplaceAll(value, "\x00", ""))
	}
	cmd.Env = env
	cmd.Stdin = bytes.NewReader(p.Data)
	out, complaint := &bounded{max: maxOutput, fails: true}, &bounded{max: maxMessage}
	cmd.Stdout, cmd.Stderr = out, complaint
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case out.full:
		return nil, errFlood
	case running.Err() != nil:
		return nil, fmt.Errorf("the program takes more than %v", cmp.Or(e.Timeout, defaultTimeout))
	case err != nil:
		if said := strings.TrimSpace(string(bytes.ToValidUTF8(complaint.data, nil))); said != "" {
			return nil, fmt.Errorf("%w: %s", err, said)
		}
		return nil, err
	}
	return describe.ParseAnswer(out.data)
}

// bounded keeps the first bytes that are written to it. If it is set to fail, further bytes are an error for the
// writer.
type bounded struct {
	data  []byte
	max   int
	fails bool
	full  bool
}

func (b *bounded) Write(p []byte) (int, error) {
	room := b.max - len(b.data)
	b.data = append(b.data, p[:min(room, len(p))]...)
	if len(p) > room {
		if b.full = true; b.fails {
			return 0, errFlood
		}
	}
	return len(p), nil
}
