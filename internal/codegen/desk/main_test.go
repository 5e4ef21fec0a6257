package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFileIsFresh(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("../../..", file))
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != source() {
		t.Errorf("%s differs from the constants that it is printed from; `make generate` writes it anew", file)
	}
}
