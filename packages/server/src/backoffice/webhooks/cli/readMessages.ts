import { StringDecoder } from 'node:string_decoder';

/** A message of a stream of Server-Sent Events, as far as the webhook events use them. */
export interface EventMessage {
  readonly id: string;
  /** Undefined in a message that only names a place. */
  readonly data?: string;
}

/** Reads whole messages with an id. One that was cut off at the end is none. */
export async function* readMessages(stream: AsyncIterable<Buffer>): AsyncGenerator<EventMessage> {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for await (const chunk of stream) {
    text += decoder.write(chunk);
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const id = readField(message, 'id');
      const data = readField(message, 'data');
      if (id !== undefined) yield data === undefined ? { id } : { id, data };
    }
  }
}

/** Lines end with a line feed only: JSON can contain other separators of lines. */
function readField(message: string, name: string): string | undefined {
  const begin = `${name}: `;
  return message
    .split('\n')
    .find((line) => line.startsWith(begin))
    ?.slice(begin.length);
}
