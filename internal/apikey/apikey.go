// Package apikey defines the form of API keys for the service and its client.
package apikey

import "hash/crc32"

// Digits are the digits of the checksum, and the characters of the random parts of a key.
const Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// ChecksumLength is the length of a checksum: 62^6 is more than 2^32.
const ChecksumLength = 6

// Checksum returns the end of a key that begins with head: the CRC-32 (IEEE) of head in six Digits.
func Checksum(head string) string {
	var sum [ChecksumLength]byte
	n := crc32.ChecksumIEEE([]byte(head))
	for i := ChecksumLength - 1; i >= 0; i-- {
		sum[i] = Digits[n%uint32(len(Digits))]
		n /= uint32(len(Digits))
	}
	return string(sum[:])
}
