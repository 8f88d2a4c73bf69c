/**
 * For pages that call `Tsena.mount` before the script has come: keeps the calls and loads the script. Its built form
 * is pasted inline, with the companion's own address; pasted twice it loads the script once.
 */
const address = 'https://pay.example/v1/checkout.js';

if (window.Tsena === undefined) {
  const q: unknown[][] = [];
  Object.assign(window, { Tsena: { q, mount: (...call: unknown[]) => q.push(call) } });
  const script = document.createElement('script');
  script.src = address;
  document.head.append(script);
}
