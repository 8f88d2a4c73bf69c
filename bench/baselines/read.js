// A bare Express handler: it answers with the JSON that it is given, and status_checks nothing up.
import express from 'express';
import { listen } from './listen.js';

const payment = JSON.parse(process.env.PAYMENT ?? '{}');
const app = express();
app.get('/v1/payments/:id', (_request, response) => {
  response.json(payment);
});
listen(app);
