package desk

import "context"

// PurgeSignIns runs the jobs that purge what sign-ins leave.
func (d *Desk) PurgeSignIns(ctx context.Context) (int, error) {
	counters, err := d.purgeLoginAttempts(ctx)
	if err != nil {
		return counters, err
	}
	addresses, err := d.purgeSignInAddresses(ctx)
	return counters + addresses, err
}

// EndIdleSessions runs the job of that name.
func (d *Desk) EndIdleSessions(ctx context.Context) (int, error) { return d.endIdleSessions(ctx) }

// WriteSessionUses runs the job of that name.
func (d *Desk) WriteSessionUses(ctx context.Context) error {
	_, err := d.writeSessionUses(ctx)
	return err
}
