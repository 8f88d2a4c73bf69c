/** Chrome before 66 has none. There, a request goes on; only `aborted` changes. */
class MarkingAbortController {
  readonly signal = { aborted: false, addEventListener() {} };

  abort(): void {
    this.signal.aborted = true;
  }
}

export const AbortController = window.AbortController || MarkingAbortController;
