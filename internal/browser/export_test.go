package browser

import (
	"reflect"
	"slices"
)

// OptionNames returns the names of all options.
func OptionNames() (names []string) {
	t := reflect.TypeFor[options]()
	for i := range t.NumField() {
		names = append(names, t.Field(i).Tag.Get("json"))
	}
	slices.Sort(names)
	return names
}
