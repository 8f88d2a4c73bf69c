/** The answers of `GET …/events` that are open. */
export class EventStreams {
  private readonly streams = new Set<ReadableStreamDefaultController<Uint8Array>>();

  get size(): number {
    return this.streams.size;
  }

  open(): Response {
    let opened: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        opened = controller;
        this.streams.add(controller);
        controller.enqueue(new TextEncoder().encode('retry: 2000\n\nevent: payments\ndata: {"paymentIds":null}\n\n'));
      },
      cancel: () => {
        if (opened !== undefined) this.streams.delete(opened);
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  }

  /** Says that payments changed; null for all of them. */
  change(paymentIds: readonly string[] | null): void {
    const event = new TextEncoder().encode(`event: payments\ndata: ${JSON.stringify({ paymentIds })}\n\n`);
    for (const stream of this.streams) stream.enqueue(event);
  }

  breakAll(): void {
    for (const stream of this.streams) stream.error(new TypeError('network error'));
    this.streams.clear();
  }

  /** Ends all streams, as the companion does now and then. */
  endAll(): void {
    for (const stream of this.streams) stream.close();
    this.streams.clear();
  }
}
