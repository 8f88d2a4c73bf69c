/** The event streams of `GET …/events` that are open. */
export class EventStreams {
  private readonly streams = new Set<EventTarget>();

  get size(): number {
    return this.streams.size;
  }

  /** Creates what takes the place of `EventSource`. A stream that the companion does not take fails. */
  createSource(isTaken: () => boolean) {
    const { streams } = this;
    return class extends EventTarget {
      private isClosed = false;

      constructor() {
        super();
        setTimeout(() => {
          if (this.isClosed) return;
          if (isTaken()) streams.add(this);
          this.dispatchEvent(new Event(isTaken() ? 'payments' : 'error'));
        });
      }

      close(): void {
        this.isClosed = true;
        streams.delete(this);
      }
    };
  }

  /** Says that payments changed. */
  change(): void {
    for (const stream of this.streams) stream.dispatchEvent(new Event('payments'));
  }

  /** Ends all streams, as the companion does now and then, or breaks their connections. */
  endAll(): void {
    for (const stream of this.streams) stream.dispatchEvent(new Event('error'));
  }
}
