// A bare Express handler: it answers with the JSON that it has in memory.
import express from 'express';
import { listen } from './listen.js';

const payment = JSON.parse(process.env.PAYMENT ?? '{}');
const app = express();
app.get('/v1/payments/:id', (_request, response) => {
  response.json(payment);
});
listen(app);
