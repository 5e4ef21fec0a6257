package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFilesAreFresh(t *testing.T) {
	for name, print := range files {
		text, err := os.ReadFile(filepath.Join("../../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != print() {
			t.Errorf("%s differs from the constants that it is printed from; `make generate` writes it anew", name)
		}
	}
}
