// Package imaging turns the samples and colours of a PDF into what a browser
// shows: colour spaces (ISO 32000-2 clause 8.6) and functions (7.10) into sRGB,
// image XObjects and inline images (8.9) into pixels and into files.
//
// It decodes what the filters give (DCT, JPX, CCITT, JBIG2, or plain samples of 1
// to 16 bits), applies Decode arrays, colour spaces and masks, and knows nothing
// of pages: where an image stands and how large it is shown is the caller's.
//
// Images are foreign bytes. Their size is checked before anything is allocated,
// damage gives what could be decoded together with an error, and nothing panics.
package imaging
