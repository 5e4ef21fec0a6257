package server

import (
	"context"
	"runtime/debug"
	rt "runtime/metrics"
	"time"
)

const (
	// quietInterval is how often the service looks whether it has become quiet.
	quietInterval = 30 * time.Second
	// quietBytes is how much a quiet service allocates in that time, at most: probes, scrapes and jobs are not work.
	quietBytes = 8 << 20
)

// quiet notices when the service has little to do. The garbage collector keeps the memory that its target allows for,
// so what the start or a busy hour took would stay with the process all night.
type quiet struct {
	allocated uint64 // in bytes, since the start
	returned  bool
}

// run returns memory to the operating system after the start, and whenever the service becomes quiet, until the context
// ends.
func (q *quiet) run(ctx context.Context) {
	ticker := time.NewTicker(quietInterval)
	defer ticker.Stop()
	for debug.FreeOSMemory(); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if q.begins() {
			debug.FreeOSMemory()
		}
	}
}

// begins reports whether the service was busy before the time since the last call, and quiet in it.
func (q *quiet) begins() bool {
	sample := []rt.Sample{{Name: "/gc/heap/allocs:bytes"}}
	rt.Read(sample)
	allocated := sample[0].Value.Uint64() - q.allocated
	q.allocated += allocated
	was := q.returned
	q.returned = allocated < quietBytes
	return q.returned && !was
}
