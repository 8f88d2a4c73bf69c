/**
 * For pages that call `Tsena.mount` before the script has loaded: queues the calls and loads the script. Paste the
 * built file into the page with your companion's address in it. A page that contains it twice loads the script once.
 */
export {};

const address = 'https://pay.example/v1/checkout.js';

if (window.Tsena === undefined) {
  const q: unknown[][] = [];
  Object.assign(window, { Tsena: { q, mount: (...call: unknown[]) => void q.push(call) } });
  const script = document.createElement('script');
  script.src = address;
  document.head.append(script);
}
