import http from 'node:http';

/** Listens on a free port of loopback, and says where as the product does. */
export function listen(app) {
  const server = http.createServer(app);
  server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
}
