// `node pay.mjs ADDRESS` pays a payment link on the hosted page, as a browser without JavaScript does, and prints the
// page of the paid order. It has no dependencies: the walks run it on a blank machine.
import { setTimeout as sleep } from 'node:timers/promises';

const PAID_WITHIN_MS = 120_000;
const PAUSE_MS = 200;
const giveUpAt = Date.now() + PAID_WITHIN_MS;

/** Reads the page until it is as wanted. A server that is starting answers later. */
async function readUntil(address, isWanted) {
  for (;;) {
    const text = await fetch(address).then(
      (response) => response.text(),
      (error) => String(error.cause ?? error),
    );
    if (isWanted(text)) return text;
    if (Date.now() > giveUpAt) throw new Error(`${address} says:\n${text}`);
    await sleep(PAUSE_MS);
  }
}

const address = process.argv[2] ?? '';
const form = await readUntil(address, (text) => text.includes('name="msisdn"'));
const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
  /name="([^"]*)"/.exec(input)?.[1] ?? '',
  /value="([^"]*)"/.exec(input)?.[1] ?? '',
]);
const body = new URLSearchParams([...hidden, ['msisdn', '034 35 000 03']]);
const sent = await fetch(address, {
  method: 'POST',
  body,
  headers: { Origin: new URL(address).origin },
  redirect: 'manual',
});
if (sent.status !== 303) throw new Error(`${sent.status} ${await sent.text()}`);
const page = new URL(sent.headers.get('location') ?? '', address);
// The page of a payment that is not final refreshes itself.
console.log(await readUntil(page, (text) => /25.000/.test(text) && !text.includes('http-equiv="refresh"')));
