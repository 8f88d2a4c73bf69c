import { LoadGenerator, rawRequest } from './src/load/load.ts';
import { newOrder, orderToken, PAYER, startBaseline, startCompanion, startSandbox, untilSettled } from './src/product.ts';
const n = Number(process.argv[2] ?? 600);
const sandbox = await startSandbox('--auto-approve', '0');
const companion = await startCompanion(sandbox.url, {}, process.argv[3] ? { program: [process.execPath, '--cpu-prof', '--cpu-prof-dir=/tmp/prof', '--cpu-prof-interval=200'] } : {});
const plain = await startBaseline('initiate', { OPERATOR: sandbox.url });
const generator = await LoadGenerator.start();
for (let r = 0; r < 5; r++) {
  const run = async (m: any, body: any) => {
    const before = m.cpuMs(); 
    const requests = Array.from({ length: n }, () => rawRequest('POST', '/v1/payments', body(newOrder())));
    const rep = await generator.run({ port: m.port, requests, connections: 32 }, '201');
    return { rate: rep.perSecond, cpu: (m.cpuMs() - before) / n };
  };
  const a = await run(companion, (o: string) => ({ orderToken: orderToken(o), msisdn: PAYER }));
  await untilSettled(companion);
  const b = await run(plain, (order: string) => ({ order, amount: '25000', msisdn: PAYER }));
  console.log(a.rate.toFixed(0), b.rate.toFixed(0), 'ratio', (a.rate / b.rate).toFixed(3), 'cpu', a.cpu.toFixed(2), b.cpu.toFixed(2));
}
generator.end();
await Promise.all([companion, sandbox, plain].map((m) => m.stop()));
process.exit(0);
