package fetch_test

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/dns/dnsmessage"
)

// resolver returns a resolver for which names have the addresses that addresses returns, without a network.
// addresses is called for each query.
func resolver(t *testing.T, addresses func(name string) []netip.Addr) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		here, there := net.Pipe() // not packets: the length precedes a query
		go func() {
			defer there.Close()
			for {
				var size uint16
				if binary.Read(there, binary.BigEndian, &size) != nil {
					return
				}
				query := make([]byte, size)
				if _, err := io.ReadFull(there, query); err != nil {
					return
				}
				answer := reply(t, query, addresses)
				if _, err := there.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)); err != nil {
					return
				}
			}
		}()
		return here, nil
	}}
}

// reply answers one query.
func reply(t *testing.T, query []byte, addresses func(string) []netip.Addr) []byte {
	var m dnsmessage.Message
	if err := m.Unpack(query); err != nil {
		t.Error(err)
		return nil
	}
	q := m.Questions[0]
	found := addresses(strings.TrimSuffix(q.Name.String(), "."))
	m.Response, m.RecursionAvailable, m.Additionals = true, true, nil
	if len(found) == 0 {
		m.RCode = dnsmessage.RCodeNameError
	}
	for _, addr := range found {
		header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}
		switch {
		case addr.Is4() && q.Type == dnsmessage.TypeA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: addr.As4()}})
		case addr.Is6() && q.Type == dnsmessage.TypeAAAA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: addr.As16()}})
		}
	}
	answer, err := m.Pack()
	if err != nil {
		t.Error(err)
	}
	return answer
}

func TestTheResolverOfTheTestsResolves(t *testing.T) {
	t.Parallel()
	want := netip.MustParseAddr("192.0.2.1")
	r := resolver(t, func(name string) []netip.Addr {
		if name == "a.test" {
			return []netip.Addr{want}
		}
		return nil
	})
	got, err := r.LookupNetIP(t.Context(), "ip4", "a.test")
	require.NoError(t, err)
	require.Equal(t, []netip.Addr{want}, got)
	_, err = r.LookupNetIP(t.Context(), "ip4", "b.test")
	require.Error(t, err)
}
