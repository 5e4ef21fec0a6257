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

// hold keeps a lock that any number of tabs may hold at once, until it is released or the tab is closed.
export function hold(name: string): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  try {
    navigator.locks.request(name, { mode: "shared" }, () => released).catch(() => undefined);
  } catch {
    // Such a tab is alone.
  }
  return release;
}

// isHeld reports whether some tab keeps a lock.
export async function isHeld(name: string): Promise<boolean> {
  try {
    return (await navigator.locks.query()).held?.some((it) => it.name === name) ?? false;
  } catch {
    return false;
  }
}
