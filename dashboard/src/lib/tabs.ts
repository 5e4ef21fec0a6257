// What the tabs of a browser share. One that blocks site data refuses a page its channels and locks too: such a tab is alone.

// channelOf opens a channel between the tabs, where the browser has them.
export function channelOf(name: string): BroadcastChannel | undefined {
  try {
    return typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

// underLock does something while no other tab does what it does under the same lock. The work is told whether it had to wait for
// one: what that tab has stored or sent may not have come here yet.
export async function underLock(
  name: string,
  work: (waited: boolean) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let begun = false;
  const attempt = (options: LockOptions, waited: boolean): Promise<boolean> =>
    navigator.locks.request(name, options, async (lock) => {
      if (!lock) return false;
      begun = true;
      await work(waited);
      return true;
    });
  try {
    signal?.throwIfAborted();
    if (await attempt({ ifAvailable: true }, false)) return;
    await attempt(signal ? { signal } : {}, true);
  } catch (cause) {
    if (begun || !(cause instanceof DOMException && cause.name === "SecurityError")) throw cause;
    await work(false);
  }
}
