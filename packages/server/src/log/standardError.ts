import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const STANDARD_ERROR = 2;
/** The buffer for lines while standard error accepts none; further lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;
const RETRY_AFTER_MS = 100;

/**
 * Standard error as the log's destination, written in the background. If it accepts no more (the disk is full, or no
 * process reads the pipe), lines are dropped. Pino's own destination would end the process, or hang at its end, because
 * it repeats a failing write for ever.
 */
export const standardError: DestinationStream = inBackground(STANDARD_ERROR);

function inBackground(fd: number): DestinationStream {
  let waiting: string[] = [];
  let waitingBytes = 0;
  let isWriting = false;

  function take(): Buffer {
    const bytes = Buffer.from(waiting.join(''));
    waiting = [];
    waitingBytes = 0;
    return bytes;
  }

  function send(bytes: Buffer): void {
    write(fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(send, RETRY_AFTER_MS, bytes);
      else if (error === null && written < bytes.length) send(bytes.subarray(written));
      else if (waiting.length > 0) send(take());
      else isWriting = false;
    });
  }

  process.once('exit', () => {
    try {
      if (waiting.length > 0) writeSync(fd, take());
    } catch {
      // There is no other place to report it.
    }
  });

  return {
    write(line) {
      const bytes = Buffer.byteLength(line);
      if (waitingBytes + bytes > MAX_WAITING_BYTES) return;
      waiting.push(line);
      waitingBytes += bytes;
      if (isWriting) return;
      isWriting = true;
      // Lines of requests that arrived together are written together.
      setImmediate(() => send(take()));
    },
  };
}
