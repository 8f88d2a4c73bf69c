import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterRow } from '../processes.ts';

/**
 * A process of its own that works for a measurement until its row ends, so that what is measured has a core of its own.
 */
export interface Worker<Message> {
  send(message: object): void;
  /** Waits for the next message that is wanted; default: any. */
  hear(isWanted?: (message: Message) => boolean): Promise<Message>;
}

/** Starts a program of this folder, and waits for its first message. */
export async function startWorker<Message>(program: string): Promise<Worker<Message>> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)));
  afterRow(() => child.kill());
  const worker: Worker<Message> = {
    send: (message) => void child.send(message),
    hear: (isWanted = () => true) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error(`${program} has ended; its error is above`));
        const onMessage = (message: Message) => {
          if (!isWanted(message)) return;
          child.off('exit', onExit).off('message', onMessage);
          resolve(message);
        };
        child.on('exit', onExit).on('message', onMessage);
      }),
  };
  await worker.hear();
  return worker;
}
