package cli

import (
	"crypto/x509"
	"fmt"
	"net/netip"
	"strings"

	"github.com/pagelift/pagelift/internal/fetch"
)

// prefixes reads the addresses and prefixes of a flag.
func prefixes(flag string, list []string) ([]netip.Prefix, error) {
	all, err := fetch.ParsePrefixes(strings.Join(list, ","))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return all, nil
}

// authorities returns the certificate authorities of the system and of a file. It returns nil without a file.
func authorities(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	return fetch.CertPool(file)
}
