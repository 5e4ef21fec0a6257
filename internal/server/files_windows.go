package server

// fileLimit reports that Windows limits files by memory alone.
func fileLimit() (n int64, limited bool) { return 0, false }

// spaceOf knows no disk here.
func spaceOf(string) (has space, known bool, err error) { return space{}, false, nil }
