import { type DestinationStream, pino } from 'pino';

/** Lines that wait while standard error takes none; what comes after them is dropped, bytes. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * Standard error as the log's destination. Where it takes nothing more (the disk of the file behind it is full), lines are lost;
 * without a listener the process would be, and its last flush would be repeated for ever.
 */
export function standardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, sync: false, maxLength: MAX_WAITING_BYTES });
  const { flushSync } = destination;
  destination.on('error', () => {
    destination.flushSync = () => undefined;
  });
  destination.on('drain', () => {
    destination.flushSync = flushSync;
  });
  return destination;
}
