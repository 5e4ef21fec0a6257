package blob

// HoldDecoder takes the one turn at decoding, as a large picture does, until released.
func HoldDecoder(in *Ingest) (release func()) {
	in.decoding.place <- struct{}{}
	return func() { <-in.decoding.place }
}

// DiskFault is the conversion of a disk's errors.
var DiskFault = diskFault
