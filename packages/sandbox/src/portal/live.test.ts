import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { createSandbox } from '../createSandbox.ts';

it('a portal page keeps its place only while its connection lives, and an ended one is written to no more', async () => {
  const sandbox = await createSandbox();
  const socket = connect(sandbox.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  // More than there are places, all of them behind the first on one connection.
  socket.write('GET /portal/api/events HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(150));
  await vi.waitFor(() => expect(text).toContain('event: change'));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.destroy();
  await closed;

  const page = await vi.waitFor(async () => {
    const response = await fetch(`${sandbox.url}/portal/api/events`);
    if (response.status !== 200) await response.body?.cancel();
    expect(response.status).toBe(200);
    return response;
  });
  const reader = page.body?.getReader();
  await reader?.read();
  const closing = sandbox.close();
  // The end of the page is under way, and a change comes: an unhandled error would end this run.
  sandbox.setFaults([]);
  await closing;
  await reader?.cancel().catch(() => undefined);
});
