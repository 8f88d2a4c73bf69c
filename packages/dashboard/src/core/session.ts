const NAME = 'tsena.merchant-key';

/** The merchant's key, kept for this tab alone and until it is closed. Without storage, until the page is left. */
export interface Session {
  read(): string | null;
  keep(key: string): void;
  forget(): void;
}

/** Opens the tab's session; some browsers forbid storage. */
export function openSession(storage: () => Storage = () => sessionStorage): Session {
  let held: string | null = null;
  const attempt = (work: (store: Storage) => void) => {
    try {
      work(storage());
    } catch {
      // `held` has it.
    }
  };
  attempt((store) => {
    held = store.getItem(NAME);
  });
  return {
    read: () => held,
    keep(key) {
      held = key;
      attempt((store) => store.setItem(NAME, key));
    },
    forget() {
      held = null;
      attempt((store) => store.removeItem(NAME));
    },
  };
}
