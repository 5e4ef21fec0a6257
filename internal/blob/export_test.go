package blob

// HoldDecoder takes the one turn at decoding, as a large picture does, until released.
func HoldDecoder(in *Ingest) (release func()) {
	in.decoding <- struct{}{}
	return func() { <-in.decoding }
}

// DiskFault is how a disk's errors are told to callers.
var DiskFault = diskFault
