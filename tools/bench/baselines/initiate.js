// What a developer writes first: Express and axios, nothing kept.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import axios from 'axios';
import express from 'express';
import { listen } from './listen.js';

const { OPERATOR, PARTNER } = process.env;
const operator = axios.create({ baseURL: OPERATOR, httpAgent: new http.Agent({ keepAlive: false }) });
let token;

function getToken() {
  token ??= operator
    .post('/token', 'grant_type=client_credentials&scope=EXT_INT_SVC_SCOPE', {
      auth: { username: 'sandbox-key', password: 'sandbox-secret' },
      headers: { 'Cache-Control': 'no-cache' },
    })
    .then(({ data }) => data.access_token);
  return token;
}

const app = express();
app.use(express.json());
app.post('/v1/payments', async (request, response) => {
  const { order, amount, msisdn } = request.body;
  const answer = await operator.post(
    '/svc/mm/transactions/type/merchantpay/1.0.0/',
    {
      amount,
      currency: 'Ar',
      descriptionText: `Order ${order}`,
      requestDate: new Date().toISOString(),
      requestingOrganisationTransactionReference: randomUUID(),
      originalTransactionReference: '',
      debitParty: [{ key: 'msisdn', value: msisdn }],
      creditParty: [{ key: 'msisdn', value: PARTNER }],
      metadata: [{ key: 'partnerName', value: 'Tsena Boutique' }],
    },
    {
      headers: {
        Authorization: `Bearer ${await getToken()}`,
        Version: '1.0',
        'X-CorrelationID': randomUUID(),
        UserLanguage: 'MG',
        UserAccountIdentifier: `msisdn;${PARTNER}`,
        partnerName: 'Tsena Boutique',
        'Accept-Charset': 'utf-8',
      },
    },
  );
  response
    .status(201)
    .json({ id: answer.data.serverCorrelationId, order, status: answer.data.status, amount, currency: 'MGA' });
});
listen(app);
