// Package imaging converts the samples and colours of a PDF to what browsers show. It converts
// colour spaces (ISO 32000-2 clause 8.6) and functions (7.10) to sRGB, and image XObjects and
// inline images (8.9) to pixels and files.
//
// It decodes the output of filters (DCT, JPX, CCITT, JBIG2, or plain samples of 1 to 16 bits) and
// applies Decode arrays, colour spaces and masks. It knows nothing about pages: the caller knows
// where an image is and how large it is shown.
//
// Images are foreign input. Their size is checked before anything is allocated. From a damaged
// image the package returns what it could decode, and an error. Nothing panics.
package imaging
