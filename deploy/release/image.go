package main

import (
	"bytes"
	"encoding/pem"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// nobody is the user of the image, as in deploy/Dockerfile.
const nobody = 65532

// writeImage writes one OCI image for all architectures of Linux, as an archive of an image
// layout: podman load, skopeo copy oci-archive:..., docker load from version 25 on.
func writeImage(out string, builds []*build, common []file) error {
	var index v1.ImageIndex = mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, b := range builds {
		image, err := image(b, common)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: image,
			Descriptor: v1.Descriptor{
				Platform:    &v1.Platform{OS: b.system, Architecture: b.arch},
				Annotations: map[string]string{"org.opencontainers.image.ref.name": strings.TrimPrefix(b.version, "v")},
			},
		})
	}
	folder, err := os.MkdirTemp("", "pagelift-image-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if _, err := layout.Write(folder, index); err != nil {
		return err
	}
	files, err := filesOf(folder)
	if err != nil {
		return err
	}
	name := "pagelift_" + strings.TrimPrefix(builds[0].version, "v") + "_image.tar"
	return writeFile(out, name, func(w *bytes.Buffer) error { return tarred(w, files, builds[0].date) })
}

// image is the program alone, with what it looks for: certificates, a folder for temporary files
// and one for its data.
func image(b *build, common []file) (v1.Image, error) {
	program, err := os.ReadFile(b.path)
	if err != nil {
		return nil, err
	}
	files := []file{
		{name: "data/", mode: 0o700, owner: nobody},
		{name: "etc/", mode: 0o755},
		{name: "etc/passwd", data: []byte("root:x:0:0:root:/:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/data:/sbin/nologin\n"), mode: 0o644},
		{name: "etc/ssl/certs/ca-certificates.crt", data: authorities(), mode: 0o644},
		{name: "tmp/", mode: 0o777 | fs.ModeSticky},
		{name: "usr/bin/pagelift", data: program, mode: 0o755},
	}
	for _, f := range common {
		f.name = "usr/share/doc/pagelift/" + f.name
		files = append(files, f)
	}
	var content bytes.Buffer
	if err := tarred(&content, files, b.date); err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content.Bytes())), nil }
	layer, err := tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err := mutate.Append(base, mutate.Addendum{
		Layer: layer, MediaType: types.OCILayer, History: v1.History{Created: v1.Time{Time: b.date}, CreatedBy: "make release"},
	})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	return mutate.ConfigFile(image, configuration(b, config.DeepCopy()))
}

// configuration is that of deploy/Dockerfile.
func configuration(b *build, config *v1.ConfigFile) *v1.ConfigFile {
	config.OS, config.Architecture, config.Created = b.system, b.arch, v1.Time{Time: b.date}
	config.Config = v1.Config{
		User:         "65532:65532",
		Env:          []string{"PATH=/usr/bin", "PAGELIFT_ADDR=:8080", "PAGELIFT_DATA=/data"},
		Entrypoint:   []string{"/usr/bin/pagelift"},
		Cmd:          []string{"serve"},
		WorkingDir:   "/data",
		Volumes:      map[string]struct{}{"/data": {}},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		StopSignal:   "SIGTERM",
		Healthcheck: &v1.HealthConfig{
			Test:     []string{"CMD", "/usr/bin/pagelift", "doctor", "--url", "http://127.0.0.1:8080"},
			Interval: 10 * time.Second, Timeout: 5 * time.Second, StartPeriod: 20 * time.Second,
		},
		Labels: map[string]string{
			"org.opencontainers.image.title":    "pagelift",
			"org.opencontainers.image.version":  b.version,
			"org.opencontainers.image.licenses": "Apache-2.0",
			"org.opencontainers.image.source":   "https://github.com/pagelift/pagelift",
		},
	}
	return config
}

// authorities are the certificates that Mozilla trusts, in the form of PEM.
func authorities() []byte {
	var b bytes.Buffer
	for root := range bundle.Roots() {
		b.Write(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}))
	}
	return b.Bytes()
}

// filesOf reads all files below a folder, in the order of their names.
func filesOf(folder string) ([]file, error) {
	var all []file
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		all = append(all, file{name: filepath.ToSlash(name), data: data, mode: 0o644})
		return err
	})
	return all, err
}
