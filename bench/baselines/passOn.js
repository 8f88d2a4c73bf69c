// A proxy that asks the operator whenever a page asks it.
import http from 'node:http';
import axios from 'axios';
import express from 'express';
import { listen } from './listen.js';

const { OPERATOR, PARTNER } = process.env;
const operator = axios.create({ baseURL: OPERATOR, httpAgent: new http.Agent({ keepAlive: true }) });
const { data } = await operator.post('/token', 'grant_type=client_credentials&scope=EXT_INT_SVC_SCOPE', {
  auth: { username: 'sandbox-key', password: 'sandbox-secret' },
});
const headers = {
  Authorization: `Bearer ${data.access_token}`,
  version: '1.0',
  UserLanguage: 'MG',
  UserAccountIdentifier: `msisdn;${PARTNER}`,
};

const app = express();
app.get('/v1/payments/:id', async (request, response) => {
  const path = `/svc/mm/transactions/type/merchantpay/1.0.0/status/${request.params.id}`;
  const answer = await operator.get(path, { headers: { ...headers, 'X-CorrelationID': crypto.randomUUID() } });
  response.json({ id: request.params.id, status: answer.data.status });
});
listen(app);
