import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const STANDARD_ERROR = 2;
/** Lines that wait while standard error takes none; what comes after them is dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;
const WRITE_AGAIN_AFTER_MS = 100;

/**
 * Standard error as the log's destination, written to in the background. Where it takes nothing more (the disk of the file behind it is
 * full, nobody reads the pipe any longer), lines are lost. Pino's own destination would end the process instead, or hang as it ends: it
 * repeats a last write that fails for ever.
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
    isWriting = true;
    write(fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(send, WRITE_AGAIN_AFTER_MS, bytes);
      else if (error === null && written < bytes.length) send(bytes.subarray(written));
      else if (waiting.length > 0) send(take());
      else isWriting = false;
    });
  }

  process.once('exit', () => {
    try {
      if (waiting.length > 0) writeSync(fd, take());
    } catch {
      // There is nowhere left to say so.
    }
  });

  return {
    write(line) {
      const bytes = Buffer.byteLength(line);
      if (waitingBytes + bytes > MAX_WAITING_BYTES) return;
      waiting.push(line);
      waitingBytes += bytes;
      if (!isWriting) send(take());
    },
  };
}
