//go:build !noserver

package cli

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

// environmentPrefix is the prefix of all environment variables of the program.
const environmentPrefix = "PAGELIFT_"

// configFlag names the file of settings.
const configFlag = "config"

// configure sets the flags that the command line does not set: from the environment, or else from the file of
// --config. One file serves all commands, so it may have every setting of serve. An unknown name is an error,
// because the mistake would go unnoticed otherwise.
func configure(flags *pflag.FlagSet) error {
	file := flags.Lookup(configFlag).Value.String()
	if file == "" {
		file = os.Getenv(environmentName(configFlag))
	}
	values, err := readConfig(file)
	if err != nil {
		return err
	}
	var errs []error
	flags.VisitAll(func(f *pflag.Flag) {
		value, ok := values[f.Name]
		origin := file
		if v, set := os.LookupEnv(environmentName(f.Name)); set {
			value, ok, origin = v, true, environmentName(f.Name)
		}
		if f.Changed || !ok {
			return
		}
		if err := flags.Set(f.Name, value); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", origin, err))
		}
	})
	settings := newServe(Streams{}).Flags()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if settings.Lookup(name) == nil || name == configFlag {
			errs = append(errs, fmt.Errorf("%s: there is no setting %q", file, name))
		}
	}
	return errors.Join(errs...)
}

// environmentName returns the environment variable of a flag.
func environmentName(flag string) string {
	return environmentPrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// readConfig reads the settings in a YAML file: names of flags with their values. A list gives several values to
// one flag.
func readConfig(file string) (map[string]string, error) {
	if file == "" {
		return nil, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var raw map[string]any
	if err := yaml.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	values := make(map[string]string, len(raw))
	for name, value := range raw {
		switch v := value.(type) {
		case []any:
			var parts []string
			for _, part := range v {
				parts = append(parts, fmt.Sprint(part))
			}
			values[name] = strings.Join(parts, ",")
		case map[string]any:
			return nil, fmt.Errorf("%s: %q is not a value", file, name)
		default:
			values[name] = fmt.Sprint(v)
		}
	}
	return values, nil
}
