package tx

import "github.com/google/uuid"

// Purge deletes rows in batches until find finds no more, and returns how many.
func Purge(find func(limit int) ([]uuid.UUID, error), remove func([]uuid.UUID) (int, error)) (int, error) {
	const batch = 1000
	purged := 0
	for {
		old, err := find(batch)
		if err != nil || len(old) == 0 {
			return purged, err
		}
		n, err := remove(old)
		purged += n
		if err != nil || n == 0 {
			return purged, err
		}
	}
}
