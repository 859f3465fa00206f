package store_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// additive are the statements that a migration may contain. While processes are replaced one after the other, the
// previous version of the program uses the tables of this one. So nothing that it knows may be removed, renamed or
// given another type, and nothing new may be required of it.
var additive = []*regexp.Regexp{
	regexp.MustCompile(`^CREATE TABLE [a-z_]+ \(`),
	regexp.MustCompile(`^CREATE INDEX [a-z_]+ ON `),
	regexp.MustCompile(`^ALTER TABLE [a-z_]+ ADD COLUMN [a-z_]+ [A-Z]+(?: NOT NULL DEFAULT [^ ]+)?$`),
	regexp.MustCompile(`^INSERT INTO `),
}

var (
	sqlComment  = regexp.MustCompile(`(?m)--.*$`)
	sqlSpace    = regexp.MustCompile(`\s+`)
	uniqueIndex = regexp.MustCompile(`^CREATE UNIQUE INDEX [a-z_]+ ON ([a-z_]+) `)
)

// TestMigrationsOnlyAdd reads all migrations. A unique index may be added together with its table, because no
// older program writes to that table.
func TestMigrationsOnlyAdd(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("migrations/*.sql")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		up, _, _ := strings.Cut(string(text), "-- +goose Down") // nobody migrates down in production
		for _, reason := range notAdditive(up) {
			t.Errorf("%s: %s", file, reason)
		}
	}
}

// notAdditive returns the statements of a migration that do more than add.
func notAdditive(up string) (found []string) {
	text := sqlComment.ReplaceAllString(up, "")
	for statement := range strings.SplitSeq(text, ";") {
		statement = strings.TrimSpace(sqlSpace.ReplaceAllString(statement, " "))
		ok := statement == ""
		for _, form := range additive {
			ok = ok || form.MatchString(statement)
		}
		if m := uniqueIndex.FindStringSubmatch(statement); m != nil {
			ok = strings.Contains(text, "CREATE TABLE "+m[1]+" (")
		}
		if !ok {
			found = append(found, statement)
		}
	}
	return found
}

func TestWhatMoreThanAddsIsFound(t *testing.T) {
	t.Parallel()
	for statement, adds := range map[string]bool{
		"ALTER TABLE conversions ADD COLUMN note TEXT":                                   true,
		"ALTER TABLE conversions ADD COLUMN note TEXT NOT NULL DEFAULT ''":               true,
		"CREATE TABLE notes (id TEXT); CREATE UNIQUE INDEX notes_id ON notes (id)":       true,
		"CREATE INDEX conversions_note ON conversions (note); -- DROP TABLE conversions": true,
		"ALTER TABLE conversions ADD COLUMN note TEXT NOT NULL":                          false,
		"ALTER TABLE conversions DROP COLUMN note":                                       false,
		"ALTER TABLE conversions RENAME COLUMN note TO remark":                           false,
		"CREATE UNIQUE INDEX once ON conversions (custom_id)":                            false,
		"DROP TABLE conversions":                                                         false,
		"UPDATE conversions SET status = 'done'":                                         false,
	} {
		require.Equal(t, adds, len(notAdditive(statement)) == 0, statement)
	}
}
