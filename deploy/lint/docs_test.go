//go:build cluster

package lint_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tufanbarisyildirim/gonginx/parser"
)

// block is the one block of a language in a page.
func block(t *testing.T, page, language string) string {
	found := regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(page, -1)
	require.Len(t, found, 1, language)
	return found[0][1]
}

// TestFlagsOfTheDocuments: there is every flag that is named in a text.
func TestFlagsOfTheDocuments(t *testing.T) {
	t.Parallel()
	others := []string{"ocr", "data", "url"} // of convert, keys and doctor
	for _, name := range []string{"docs/operating.md", "deploy/kubernetes/README.md", "docs/metrics.md"} {
		prose := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(read(t, name), "")
		for _, m := range regexp.MustCompile("`[^`]*`").FindAllString(prose, -1) {
			for _, flag := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(m, -1) {
				if !slices.Contains(others, flag[1]) {
					require.Contains(t, flags(t), flag[1], "%s: %s", name, m)
				}
			}
		}
	}
}

// TestKubectl checks what the commands for a cluster name: folders, objects, labels and the program's place.
func TestKubectl(t *testing.T) {
	t.Parallel()
	page := read(t, "deploy/kubernetes/README.md")
	c := build(t, "../kubernetes/example")
	commands := regexp.MustCompile(`(?m)^kubectl .*$`).FindAllString(page, -1)
	require.Len(t, commands, 6)
	for _, line := range commands {
		words := strings.Fields(line)
		for i, word := range words {
			kind, name, _ := strings.Cut(word, "/")
			switch {
			case word == "--":
				require.Contains(t, words[i+1], entrypoint(t), "%s", line)
			case word == "-k":
				build(t, filepath.Join("../..", words[i+1]))
			case word == "--namespace":
				require.Equal(t, c.deployments[api].Namespace, words[i+1])
			case kind == "deployment":
				require.Contains(t, c.deployments, name)
			}
		}
	}
	require.Contains(t, page, "kubectl create secret generic "+c.deployments[api].Spec.Template.Spec.Containers[0].EnvFrom[1].SecretRef.Name+" ")
	for _, m := range regexp.MustCompile(`(?m)^([A-Z_]+)=`).FindAllStringSubmatch(page, -1) {
		requireVariable(t, m[1])
	}
	for name, d := range c.deployments {
		set := values(t, d.Spec.Template.Spec.Containers[0].Args)
		row := regexp.MustCompile(`(?m)^\| ` + strings.TrimPrefix(name, "pagelift-") + ` \| ?(\w*) ?\| (\w+) \| (\d+) \|$`).FindStringSubmatch(page)
		require.NotNil(t, row, name)
		require.Equal(t, []string{set["drain-delay"], set["grace"]}, row[1:3], name)
		require.Regexp(t, `^`+row[3]+`$`, *d.Spec.Template.Spec.TerminationGracePeriodSeconds)
	}
}

// entrypoint is where the program is in the image.
func entrypoint(t *testing.T) string {
	m := regexp.MustCompile(`(?m)^ENTRYPOINT \["(/[^"]+)"\]`).FindStringSubmatch(read(t, "deploy/Dockerfile"))
	require.NotNil(t, m)
	return m[1]
}

func TestNginx(t *testing.T) {
	t.Parallel()
	text := block(t, read(t, "docs/operating.md"), "nginx")
	p := parser.NewStringParser("http {\n" + text + "}\n")
	c, err := p.Parse() // a directive that nginx does not have is an error
	require.NoError(t, err)
	require.Len(t, c.FindUpstreams(), 1)
	value := func(name string) string {
		found := c.FindDirectives(name)
		require.Len(t, found, 1, name)
		var words []string
		for _, p := range found[0].GetParameters() {
			words = append(words, p.GetValue())
		}
		return strings.Join(words, " ")
	}
	require.Equal(t, "http://"+c.FindUpstreams()[0].UpstreamName, value("proxy_pass"))
	require.Equal(t, "0", value("client_max_body_size"))
	require.Equal(t, "75s", value("proxy_read_timeout"), "more than the 60 s that a request may wait")
	require.Equal(t, "off", value("proxy_request_buffering"))
	var headers []string
	for _, d := range c.FindDirectives("proxy_set_header") {
		headers = append(headers, d.GetParameters()[0].GetValue())
	}
	require.ElementsMatch(t, []string{"Connection", "Host", "X-Forwarded-For", "X-Forwarded-Proto"}, headers)

	_, err = parser.NewStringParser("http {\n" + strings.Replace(text, "proxy_buffering", "proxy_bufering", 1) + "}\n").Parse()
	require.Error(t, err)
}

// TestPolicy: the rights of the bucket are those that its four requests need.
func TestPolicy(t *testing.T) {
	t.Parallel()
	var policy struct {
		Version   string
		Statement []struct {
			Effect, Resource string
			Action           any
		}
	}
	require.NoError(t, json.Unmarshal([]byte(block(t, read(t, "docs/operating.md"), "json")), &policy))
	var actions []string
	for _, s := range policy.Statement {
		require.Equal(t, "Allow", s.Effect)
		require.True(t, strings.HasPrefix(s.Resource, "arn:aws:s3:::"))
		switch a := s.Action.(type) {
		case string:
			actions = append(actions, a)
		case []any:
			for _, one := range a {
				actions = append(actions, one.(string))
			}
		}
	}
	require.ElementsMatch(t, []string{"s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket"}, actions)
	for _, name := range []string{"PutObject", "GetObject", "DeleteObject", "ListObjectsV2"} {
		require.Contains(t, read(t, "storage/s3/doc.go"), name)
	}
}
