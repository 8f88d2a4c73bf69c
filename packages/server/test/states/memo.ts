const MAX_ENTRIES = 200_000;

/** Remembers what follows from the same rows and the same input: most states share their rows with many others. */
export class Memo<Key extends object> {
  #known = new WeakMap<Key, Map<string, unknown>>();
  #entries = 0;

  of<Value>(key: Key, what: string, compute: () => Value): Value {
    let byWhat = this.#known.get(key);
    if (byWhat === undefined) {
      byWhat = new Map();
      this.#known.set(key, byWhat);
    }
    // One `what` always has one kind of value.
    const known = byWhat.get(what) as Value | undefined;
    if (known !== undefined) return known;
    const value = compute();
    byWhat.set(what, value);
    this.#entries += 1;
    if (this.#entries > MAX_ENTRIES) {
      this.#known = new WeakMap();
      this.#entries = 0;
    }
    return value;
  }
}
