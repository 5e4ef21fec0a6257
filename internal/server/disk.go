package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/redress/redress/internal/jobs"
)

// diskInterval is how often the room on disks is measured. A scrape measures nothing.
const diskInterval = 15 * time.Second

// jobDisk is the name of the job that measures it.
const jobDisk = "measure_disk"

// The metrics of the disks that data lies on.
var (
	diskFree = describe("redress_disk_free_bytes",
		"Room for the service on the disk of a data folder: of photos and videos (media), and of the database on SQLite.", "of")
	diskSize = describe("redress_disk_size_bytes", "Size of the disk of a data folder.", "of")
)

// space is what a disk has, in bytes.
type space struct{ free, size uint64 }

// disks is the room on the disks of the data folders, as it was last measured. It implements prometheus.Collector.
type disks struct {
	folders map[string]string // paths, by what lies in them
	log     *jobs.Log

	mu   sync.Mutex
	last map[string]space
}

// measure measures the room now. Where the system does not tell, there is no metric.
func (d *disks) measure() (err error) {
	end := d.log.Begin(jobDisk)
	defer func() { end(err) }()
	found := map[string]space{}
	for of, folder := range d.folders {
		has, known, failed := spaceOf(folder)
		switch {
		case failed != nil:
			err = errors.Join(err, fmt.Errorf("%s: %w", folder, failed))
		case known:
			found[of] = has
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last = found
	return err
}

// run measures every 15 seconds until the context ends. While that fails one line is logged.
func (d *disks) run(ctx context.Context) {
	if len(d.folders) == 0 {
		return
	}
	d.log.Expect(jobDisk, diskInterval)
	tick := time.NewTicker(diskInterval)
	defer tick.Stop()
	for failing := false; ; {
		err := d.measure()
		if err != nil && !failing {
			slog.WarnContext(ctx, "the room on a disk could not be measured", "error", err)
		}
		failing = err != nil
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Describe implements prometheus.Collector.
func (d *disks) Describe(out chan<- *prometheus.Desc) {
	out <- diskFree
	out <- diskSize
}

// Collect implements prometheus.Collector.
func (d *disks) Collect(out chan<- prometheus.Metric) {
	d.mu.Lock()
	last := d.last
	d.mu.Unlock()
	for of, has := range last {
		out <- prometheus.MustNewConstMetric(diskFree, prometheus.GaugeValue, float64(has.free), of)
		out <- prometheus.MustNewConstMetric(diskSize, prometheus.GaugeValue, float64(has.size), of)
	}
}
