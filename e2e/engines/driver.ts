/** A page in some browser engine, with the few things that the tests of all engines need. */
export interface Driver {
  /** The browser's name and version. */
  readonly name: string;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Evaluates an expression in the page. The result must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses the keys of a text, or one named key, on what has the focus. */
  type(text: string): Promise<void>;
  pressEnter(): Promise<void>;
  setViewport(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}
