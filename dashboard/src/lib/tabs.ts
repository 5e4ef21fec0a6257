// What the tabs of a browser share. One that blocks site data refuses a page its channels and locks too: such a tab is alone.

// channelOf opens a channel between the tabs, where the browser has them.
export function channelOf(name: string): BroadcastChannel | undefined {
  try {
    return typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

// underLock does something while no other tab does what it does under the same lock.
export async function underLock(name: string, work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  let begun = false;
  try {
    await navigator.locks.request(name, signal ? { signal } : {}, () => {
      begun = true;
      return work();
    });
  } catch (cause) {
    if (begun || !(cause instanceof DOMException && cause.name === "SecurityError")) throw cause;
    await work();
  }
}
