// One payment in memory, in bare Express: as JSON, and as Server-Sent Events as a tutorial shows them.
import express from 'express';
import { listen } from './listen.js';

const payment = JSON.parse(process.env.PAYMENT ?? '{}');
const streams = new Set();
const app = express();
app.get('/v1/payments/:id', (_request, response) => {
  response.json(payment);
});
app.get('/v1/payments/:id/events', (_request, response) => {
  response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(`event: payment\ndata: ${JSON.stringify(payment)}\n\n`);
  streams.add(response);
  response.on('close', () => streams.delete(response));
});
app.post('/complete', (_request, response) => {
  const event = `event: payment\ndata: ${JSON.stringify({ ...payment, status: 'completed' })}\n\n`;
  for (const stream of streams) {
    stream.write(event);
    stream.end();
  }
  response.json({ notified: streams.size });
});
listen(app);
