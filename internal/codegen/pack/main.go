// Command pack compresses the texts that the service embeds: the migrations with their catalogs, into one archive, and the
// licenses. What has the same contents already is left as it is, so that no other version of zlib changes the files.
package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"flag"
	"io"
	"io/fs"
	"log"
	"os"
	"path"
	"path/filepath"
)

func main() {
	root := flag.String("root", ".", "folder of the module")
	flag.Parse()
	if err := run(*root); err != nil {
		log.Fatal("pack: ", err)
	}
}

func run(root string) error {
	if err := packMigrations(filepath.Join(root, "internal", "store")); err != nil {
		return err
	}
	return packNotices(filepath.Join(root, "cmd", "redress", "notices.txt"))
}

// packMigrations writes migrations/packed.zip of what lies in the folders beside it.
func packMigrations(folder string) error {
	files := os.DirFS(folder)
	var names []string
	for _, pattern := range []string{"migrations/*/*.sql", "migrations/*/*.catalog"} {
		found, err := fs.Glob(files, pattern)
		if err != nil {
			return err
		}
		names = append(names, found...)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestCompression) })
	same := true
	archive := filepath.Join(folder, "migrations", "packed.zip")
	packed, err := zip.OpenReader(archive)
	if err != nil {
		same, packed = false, &zip.ReadCloser{}
	}
	defer func() { _ = packed.Close() }()
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if before, err := fs.ReadFile(packed, name); err != nil || !bytes.Equal(before, text) {
			same = false
		}
		entry, err := w.CreateHeader(&zip.FileHeader{Name: path.Clean(name), Method: zip.Deflate}) // without a time
		if err != nil {
			return err
		}
		if _, err := entry.Write(text); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil || same && len(packed.File) == len(names) {
		return err
	}
	return os.WriteFile(archive, out.Bytes(), 0o644)
}

// packNotices writes a file compressed by gzip beside it.
func packNotices(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if before, err := os.ReadFile(name + ".gz"); err == nil {
		if r, err := gzip.NewReader(bytes.NewReader(before)); err == nil {
			if unpacked, err := io.ReadAll(r); err == nil && bytes.Equal(unpacked, text) {
				return nil
			}
		}
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(name+".gz", out.Bytes(), 0o644)
}
