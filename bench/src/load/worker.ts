import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of its own that works for a measurement, so that what is measured has a core of its own. */
export class Worker<Message> {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts a program of this folder, and waits for its first message. */
  static async start<Message>(program: string): Promise<Worker<Message>> {
    const worker = new Worker<Message>(fork(fileURLToPath(new URL(program, import.meta.url))));
    await worker.hear(() => true);
    return worker;
  }

  send(message: object): void {
    this.#child.send(message);
  }

  /** Waits for the next message that is wanted. */
  hear(isWanted: (message: Message) => boolean = () => true): Promise<Message> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error(`${this.#child.spawnfile} has ended; its error is above`));
      const onMessage = (message: Message) => {
        if (!isWanted(message)) return;
        this.#child.off('exit', onExit).off('message', onMessage);
        resolve(message);
      };
      this.#child.on('exit', onExit).on('message', onMessage);
    });
  }

  end(): void {
    this.#child.kill();
  }
}
