// No code: a folder with a module of its own is not in what users of the packages download.
module github.com/pagelift/pagelift/internal/regress/corpus

go 1.26.0
