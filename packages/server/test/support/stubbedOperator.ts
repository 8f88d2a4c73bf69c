import { type OperatorStub, reply, startOperatorStub } from '@tsena/testkit/operatorStub';
import { afterEach, beforeEach } from 'vitest';
import type { OperatorOptions } from '../../src/operator/client.ts';
import { type OperatorFixture, operatorAt } from './operatorFixture.ts';

/** The stub of the test that runs. */
export let stub: OperatorStub;
const open: OperatorFixture[] = [];

/** Each test gets a stub that accepts initiations. Afterwards the stub and the clients of the test are closed. */
export function useStubbedOperator(): void {
  beforeEach(async () => {
    stub = await startOperatorStub();
    stub.payments(ACCEPTED);
  });
  afterEach(async () => {
    for (const client of open.splice(0)) client.close();
    await stub.close();
  });
}

/** A client of the stub. */
export function operator(options: Partial<OperatorOptions> = {}, env: Readonly<Record<string, string>> = {}): OperatorFixture {
  const client = operatorAt(stub.baseUrl, options, env);
  open.push(client);
  return client;
}

/** Section 4.3: an initiation is accepted. */
export const ACCEPTED = reply(202, { status: 'pending', serverCorrelationId: 'a-1', notificationMethod: 'polling' });
/** Section 4.4: the payment is pending. */
export const PENDING = reply(200, { status: 'pending', serverCorrelationId: 'a-1', notificationMethod: 'polling', objectReference: '' });
/** Section 4.5: the transaction is completed. */
export const DETAILS = reply(200, { amount: '25000.00', currency: 'Ar', transactionStatus: 'completed' });
