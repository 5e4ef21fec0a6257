// What this device and this tab keep by name. A browser that blocks site data refuses every access with a SecurityError, and
// one whose storage is full refuses to write: what it does not take is kept in memory, as long as the page is open.

interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

function storeIn(area: () => Storage): Store {
  const memory = new Map<string, string>();
  function tried<T>(access: (storage: Storage) => T, otherwise: T): T {
    try {
      return access(area());
    } catch {
      return otherwise;
    }
  }
  return {
    get: (key) => memory.get(key) ?? tried((storage) => storage.getItem(key), null),
    set(key, value) {
      const taken = tried((storage) => (storage.setItem(key, value), true), false);
      if (taken) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      tried((storage) => storage.removeItem(key), undefined);
    },
    keys: () => [...new Set([...memory.keys(), ...tried((storage) => Object.keys(storage), [])])],
  };
}

export const onDevice = storeIn(() => window.localStorage);
export const inTab = storeIn(() => window.sessionStorage);
