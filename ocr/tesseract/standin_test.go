package tesseract

import (
	"bufio"
	"context"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pagelift/pagelift/ocr"
)

// The test binary itself stands in for tesseract: Program.Path is the test binary, and the last element of
// Program.DataDir says how it behaves.
func TestMain(m *testing.M) {
	if at := slices.Index(os.Args, "--tessdata-dir"); at >= 0 {
		standIn(filepath.Base(os.Args[at+1]), os.Args[1:])
		os.Exit(0)
	}
	if dir := os.Getenv(recogniseVariable); dir != "" {
		recogniseForever(dir)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// recogniseVariable makes the test binary a process that only recognises text, with the stand-in of this folder.
const recogniseVariable = "PAGELIFT_TEST_RECOGNISE"

// recogniseForever runs that process.
func recogniseForever(dir string) {
	p := &Program{Path: os.Args[0], DataDir: dir}
	_, _ = p.Recognize(context.Background(), ocr.Image{Pixels: gray(1, 0)}, ocr.Options{})
}

// standIn behaves like one run of tesseract.
func standIn(behaviour string, args []string) {
	if args[0] == "--list-langs" {
		if behaviour != "empty" {
			fmt.Print("List of available languages in \"/usr/share/tessdata/\" (5):\nchi_sim\ndeu\neng\nosd\nrus\n")
		}
		return
	}
	mode := args[slices.Index(args, "--psm")+1]
	switch behaviour {
	case "crash":
		fmt.Fprintln(os.Stderr, "Error in pixReadMemPnm: invalid format")
		os.Exit(3)
	case "flood":
		// The pieces are large: with small ones a busy machine does not reach the bound on the output in time.
		words := strings.Repeat("<span class='ocrx_word'>\n", 1<<12)
		for {
			fmt.Print(words)
		}
	case "hang":
		hang()
	case "killed":
		p, _ := os.FindProcess(os.Getpid())
		_ = p.Kill()
		time.Sleep(time.Minute)
	case "tell":
		tell(args)
	case "wait":
		at := slices.Index(args, "--tessdata-dir")
		writeNumber(filepath.Join(args[at+1], "pid"), os.Getpid())
		time.Sleep(time.Minute)
	default: // a folder with outputs by mode and languages
		if at := slices.Index(args, "-l"); at >= 0 {
			mode += "-" + args[at+1]
		}
		out, err := os.ReadFile(filepath.Join("testdata", behaviour, mode))
		if err != nil {
			fmt.Fprintln(os.Stderr, "Too few characters. Skipping this page")
			os.Exit(1)
		}
		_, _ = io.Copy(io.Discard, os.Stdin)
		_, _ = os.Stdout.Write(out)
	}
}

// hang starts a process that keeps the output open, as a script around the program does. It writes the number of
// that process to a file beside the data, and never ends.
func hang() {
	at := slices.Index(os.Args, "--tessdata-dir")
	if os.Getenv("OMP_THREAD_LIMIT") == "" || slices.Contains(os.Args, "child") {
		time.Sleep(time.Minute)
		return
	}
	child := exec.Command(os.Args[0], "child", "--psm", "3", "--tessdata-dir", os.Args[at+1])
	child.Stdout = os.Stdout
	if err := child.Start(); err == nil {
		writeNumber(filepath.Join(os.Args[at+1], "child"), child.Process.Pid)
	}
	time.Sleep(time.Minute)
}

// writeNumber writes the number of a process to a file. The file appears when it is complete.
func writeNumber(file string, pid int) {
	_ = os.WriteFile(file+"~", fmt.Append(nil, pid), 0o600)
	_ = os.Rename(file+"~", file)
}

// tell outputs one word that contains the arguments and the input of the program.
func tell(args []string) {
	var w, h, most int
	in := bufio.NewReader(os.Stdin)
	_, _ = fmt.Fscanf(in, "P5\n%d %d\n%d\n", &w, &h, &most)
	samples, _ := io.ReadAll(in)
	said := []string{fmt.Sprintf("%dx%d/%d=%v", w, h, most, samples), os.Getenv("OMP_THREAD_LIMIT")}
	for i := range args {
		if slices.Contains([]string{"-l", "--dpi", "--psm", "-c"}, args[i]) {
			said = append(said, args[i]+args[i+1])
		}
	}
	fmt.Printf("<p class='ocr_par'><span class='ocr_line' title='bbox 0 0 2 2'><span class='ocrx_word' title='bbox 0 0 2 2; x_wconf 90'>%s</span></span></p>",
		strings.ReplaceAll(strings.Join(said, ","), " ", "_"))
}

// gray returns an image with the given samples.
func gray(w int, samples ...uint8) *image.Gray {
	return &image.Gray{Pix: samples, Stride: w, Rect: image.Rect(0, 0, w, len(samples)/w)}
}
