const STORAGE_KEY = 'tsena.merchant-key';

/** The merchant key of this tab. It lasts until the tab is closed; without storage, until the page is left. */
export interface Session {
  read(): string | null;
  save(key: string): void;
  clear(): void;
}

/** Opens the tab's session. Where the browser forbids storage, the key is held in memory. */
export function openSession(getStorage: () => Storage = () => sessionStorage): Session {
  let current: string | null = null;
  const tryStorage = (work: (storage: Storage) => void) => {
    try {
      work(getStorage());
    } catch {
      // `current` holds the key.
    }
  };
  tryStorage((storage) => {
    current = storage.getItem(STORAGE_KEY);
  });
  return {
    read: () => current,
    save(key) {
      current = key;
      tryStorage((storage) => storage.setItem(STORAGE_KEY, key));
    },
    clear() {
      current = null;
      tryStorage((storage) => storage.removeItem(STORAGE_KEY));
    },
  };
}
