import { closed, openSocket, received } from '@tsena/testkit/raw';
import { expect, it, vi } from 'vitest';
import { createSandbox } from '../createSandbox.ts';

it('the portal’s event stream frees the place of a closed connection and does not write to an ended one', async () => {
  const sandbox = await createSandbox();
  const socket = await openSocket(sandbox.url);
  const read = received(socket);
  // More streams than the limit, all pipelined on one connection.
  socket.write('GET /portal/api/events HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(150));
  await vi.waitFor(() => expect(read()).toContain('event: change'));
  socket.destroy();
  await closed(socket);

  const page = await vi.waitFor(async () => {
    const response = await fetch(`${sandbox.url}/portal/api/events`);
    if (response.status !== 200) await response.body?.cancel();
    expect(response.status).toBe(200);
    return response;
  });
  const reader = page.body?.getReader();
  await reader?.read();
  const closing = sandbox.close();
  // A change while the stream is ending must not cause an unhandled error, which would fail this test run.
  sandbox.setFaults([]);
  await closing;
  await reader?.cancel().catch(() => undefined);
});
