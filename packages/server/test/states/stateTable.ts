const FIRST_CAPACITY = 1 << 16;
const MAX_LOAD = 0.6;

/**
 * States as rows of whole numbers, each kept once, in the order in which they were found. A state's number is its place.
 */
export class StateTable {
  readonly #width: number;
  #states: Int32Array;
  #parents: Int32Array;
  #slots: Int32Array;
  size = 0;

  constructor(width: number) {
    this.#width = width;
    this.#states = new Int32Array(FIRST_CAPACITY * width);
    this.#parents = new Int32Array(FIRST_CAPACITY);
    this.#slots = new Int32Array(FIRST_CAPACITY * 2).fill(-1);
  }

  /** Adds a state. Returns false if it was there. */
  add(state: readonly number[], parent: number): boolean {
    if (this.size >= this.#slots.length * MAX_LOAD) this.#spread();
    const slot = this.#slotOf(state);
    if (this.#slots[slot] !== -1) return false;
    if (this.size === this.#parents.length) this.#grow();
    this.#states.set(state, this.size * this.#width);
    this.#parents[this.size] = parent;
    this.#slots[slot] = this.size;
    this.size += 1;
    return true;
  }

  at(place: number): number[] {
    return [...this.#states.subarray(place * this.#width, (place + 1) * this.#width)];
  }

  /** The state from which this one was found first; -1 for the first. */
  parentOf(place: number): number {
    return this.#parents[place] ?? -1;
  }

  get bytes(): number {
    return this.#states.byteLength + this.#parents.byteLength + this.#slots.byteLength;
  }

  #slotOf(state: readonly number[]): number {
    const mask = this.#slots.length - 1;
    let slot = hash(state) & mask;
    for (;;) {
      const place = this.#slots[slot] ?? -1;
      if (place === -1 || this.#isAt(place, state)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #isAt(place: number, state: readonly number[]): boolean {
    const from = place * this.#width;
    for (let index = 0; index < this.#width; index += 1) {
      if (this.#states[from + index] !== state[index]) return false;
    }
    return true;
  }

  #grow(): void {
    const states = new Int32Array(this.#states.length * 2);
    states.set(this.#states);
    this.#states = states;
    const parents = new Int32Array(this.#parents.length * 2);
    parents.set(this.#parents);
    this.#parents = parents;
  }

  #spread(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let place = 0; place < this.size; place += 1) this.#slots[this.#slotOf(this.at(place))] = place;
  }
}

/** FNV-1a over the numbers, mixed once more. */
function hash(state: readonly number[]): number {
  let value = 0x811c9dc5;
  for (const one of state) {
    value = Math.imul(value ^ one, 0x01000193);
    value ^= value >>> 15;
  }
  value = Math.imul(value ^ (value >>> 13), 0x5bd1e995);
  return (value ^ (value >>> 16)) >>> 0;
}
