package pdf

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

func TestDecryptAESMakesTheMostOfBrokenData(t *testing.T) {
	t.Parallel()
	key := []byte("0123456789abcdef")
	encrypt := func(padded string) []byte {
		block, err := aes.NewCipher(key)
		require.NoError(t, err)
		out := make([]byte, aes.BlockSize+len(padded))
		cipher.NewCBCEncrypter(block, out[:aes.BlockSize]).CryptBlocks(out[aes.BlockSize:], []byte(padded))
		return out
	}
	whole := encrypt("0123456789abcdef0123456789ab\x04\x04\x04\x04")
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"sound":                {whole, "0123456789abcdef0123456789ab"},
		"cut within a block":   {whole[:len(whole)-3], "0123456789abcdef"},
		"no padding":           {encrypt("0123456789abcdef"), "0123456789abcdef"},
		"a block of padding":   {encrypt("0123456789abcdef" + "\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10"), "0123456789abcdef"},
		"less than one block":  {whole[:20], ""},
		"nothing but a vector": {whole[:16], ""},
		"nothing":              {nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, test.want, string(decryptAES(key, test.data)))
		})
	}
}

func TestPasswordsInBytes(t *testing.T) {
	t.Parallel()
	require.Equal(t, [][]byte{nil, []byte("user")}, bytePasswords("user"), "the empty one, and one encoding")
	require.Equal(t, [][]byte{nil, []byte("\xa0"), []byte("€")}, bytePasswords("€"), "PDFDocEncoding has the euro at A0")
	require.Equal(t, [][]byte{nil, []byte("ж")}, bytePasswords("ж"), "no single byte")

	require.Equal(t, [][]byte{nil, []byte("Å"), []byte("\u212b")}, unicodePasswords("\u212b"), "normalised, and as given")
	require.Equal(t, [][]byte{nil, []byte("ab"), []byte("a\u00adb")}, unicodePasswords("a\u00adb"), "soft hyphens vanish")
	require.Equal(t, [][]byte{nil, []byte("a b"), []byte("a\u00a0b")}, unicodePasswords("a\u00a0b"), "spaces are spaces")
	require.Len(t, unicodePasswords(string(bytes.Repeat([]byte("x"), 500)))[1], passwordBytes)
}

func TestMethodOfStreams(t *testing.T) {
	t.Parallel()
	s := &security{streams: cryptAES128, files: cryptRC4, named: map[Name]cryptMethod{"Std": cryptAES256, "Identity": cryptNone}}
	for src, want := range map[string]cryptMethod{
		"<<>>":                            cryptAES128,
		"<</Type/XRef>>":                  cryptNone,
		"<</Type/Metadata>>":              cryptNone,
		"<</Type/EmbeddedFile>>":          cryptRC4,
		"<</Filter/Crypt>>":               cryptNone,
		"<</Filter[/Crypt/FlateDecode]>>": cryptNone,
		"<</Filter/Crypt/DecodeParms<</Name/Std>>>>":                       cryptAES256,
		"<</Type/EmbeddedFile/Filter[/Crypt]/DecodeParms[<</Name/Std>>]>>": cryptAES256,
		"<</Filter[/FlateDecode/Crypt]>>":                                  cryptAES128,
	} {
		o, _, _ := ParseDirect([]byte(src))
		require.Equal(t, want, s.methodOf(o.(Dict)), src)
	}
	s.metadata = true
	o, _, _ := ParseDirect([]byte("<</Type/Metadata>>"))
	require.Equal(t, cryptAES128, s.methodOf(o.(Dict)))
}

// TestRubbishIsAWrongPassword breaks the only content stream, so that it looks as if a wrong key had
// decrypted it. If the stream is only damaged, or only its beginning is text, nobody is asked for
// another password.
func TestRubbishIsAWrongPassword(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		from    int // bytes of the stream that stay
		rubbish bool
	}{
		"rubbish from the first byte on": {0, true},
		"damage behind the first words":  {16, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src, err := os.ReadFile("testdata/rc4-128.pdf")
			require.NoError(t, err)
			d, err := Open(context.Background(), src, Options{Password: "user"})
			require.NoError(t, err)
			contents := d.Page(1).Dict.Raw("Contents").(Ref)
			_, body, _ := d.plainAt(d.xref, contents.Num, d.xref.get(contents.Num))
			at := bytes.Index(src[body:], []byte("stream\n")) + body + len("stream\n")
			for i := test.from; i < 40; i++ {
				src[at+i] ^= byte(0x80 | i)
			}
			_, err = Open(context.Background(), src, Options{Password: "user"})
			if !test.rubbish {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, ErrPassword)
			require.ErrorContains(t, err, "cannot be read")
		})
	}
}

func TestIsRubbish(t *testing.T) {
	t.Parallel()
	o := opener{Document: newDocument(t.Context(), nil, nil)}
	noise := "\x9f\x03\xe2\x81\x1c\xb7\x90\xf4\x05\xdd\x88\x12\xc9\xaa\x01\xfe"
	for name, test := range map[string]struct {
		dict, raw string
		want      bool
	}{
		"text":                           {"<<>>", "q BT ET Q", false},
		"noise":                          {"<<>>", noise, true},
		"an image in line":               {"<<>>", "q 9 0 0 9 0 0 cm BI /W 9 /H 99 ID " + strings.Repeat(noise, 20), false},
		"a comment of noise before text": {"<<>>", "%" + noise[:4] + "\nq BT /F1 12 Tf ET Q", false},
		"deflated noise":                 {"<</Filter/FlateDecode>>", noise, true},
		"deflated data that is damaged":  {"<</Filter/FlateDecode>>", "\x78\x9c" + noise, false},
		"text where letters should be":   {"<</Filter[/ASCII85Decode/FlateDecode]>>", noise, true},
		"an unknown filter":              {"<</Filter/Foo>>", "q BT /F1 12 Tf ET Q", false},
		"a filter that is none":          {"<</Filter 7>>", noise, false},
	} {
		dict, _, _ := ParseDirect([]byte(test.dict))
		require.Equal(t, test.want, o.isRubbish(&Stream{Dict: dict.(Dict), Raw: []byte(test.raw)}), name)
	}
}

// TestShortKeysOfVersion4 opens a document with a key of 40 bits, which is filled
// up with zeros before it decrypts anything.
func TestShortKeysOfVersion4(t *testing.T) {
	t.Parallel()
	const id = "0123456789abcdef"
	owner := strings.Repeat("o", paddedLength)
	sum := md5.Sum([]byte(padding + owner + "\xfc\xff\xff\xff" + id)) // algorithm 2
	for range hashRounds {
		sum = md5.Sum(sum[:keyLengthMin])
	}
	key := bytes.Clone(sum[:keyLengthMin])
	sum = md5.Sum([]byte(padding + id)) // algorithm 5
	user := bytes.Clone(sum[:])
	(&encryption{revision: 4}).rc4(user, key, false)

	full := append(bytes.Clone(key), make([]byte, keyLengthMax-keyLengthMin)...)
	content := []byte("BT (Secret) Tj ET")
	applyRC4(content, (&security{revision: 4, key: full}).objectKey(Ref{Num: 3}, cryptRC4))
	var p testkit.PDF
	require.Equal(t, 4, p.AddPage(testkit.Page{Content: string(content)}))
	p.Trailer = fmt.Sprintf("/ID [<%x> <%[1]x>] /Encrypt << /Filter /Standard /V 4 /R 4 /Length 40 /P -4 /O (%s) /U <%x>"+
		" /CF << /StdCF << /CFM /V2 /Length 5 >> >> /StmF /StdCF /StrF /StdCF >>", id, owner, user)

	d, err := Open(t.Context(), p.Bytes(), Options{})
	require.NoError(t, err)
	require.Equal(t, "BT (Secret) Tj ET\n", string(d.Content(t.Context(), nil, d.Page(1))))
}
