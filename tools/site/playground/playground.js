import { COMPANION_URL, createCompanionMock, STATES } from './companionMock.js';

const form = document.getElementById('controls');
const stage = document.getElementById('stage');
const markup = document.getElementById('markup');
const events = document.getElementById('events');
const PROPERTIES = ['--tsena-accent', '--tsena-radius', '--tsena-max-width'];
const EVENTS = ['tsena:ready', 'tsena:change', 'tsena:completed', 'tsena:failed', 'tsena:error'];

let companion;
const network = window.fetch.bind(window);
window.fetch = (input, options) =>
  String(input).startsWith(COMPANION_URL) ? companion.answer(String(input), options) : network(input, options);
// Without event streams, the widget polls: a mock of fetch is enough.
window.EventSource = undefined;

for (const name of Object.keys(STATES)) form.elements.scene.add(new Option(name));

/** Properties that differ from the default look. */
function changedProperties() {
  return PROPERTIES.flatMap((name) => {
    const input = form.elements[name];
    return input.value === input.defaultValue
      ? []
      : [[name, input.type === 'range' ? `${input.value}px` : input.value]];
  });
}

function applyLook(element) {
  const changed = new Map(changedProperties());
  for (const name of PROPERTIES) {
    if (changed.has(name)) element.style.setProperty(name, changed.get(name));
    else element.style.removeProperty(name);
  }
  const rules = [...changed].map(([name, value]) => `  ${name}: ${value};\n`).join('');
  const { locale, theme } = form.elements;
  const style = rules === '' ? '' : `<style>\ntsena-checkout {\n${rules}}\n</style>\n`;
  markup.textContent = `${style}<script async src="${COMPANION_URL}/v1/checkout.js"></script>\n<tsena-checkout order-token="…" locale="${locale.value}" theme="${theme.value}"></tsena-checkout>`;
}

/** Mounts the widget anew, in the chosen state. */
function mount() {
  const { scene, locale, theme, payer } = form.elements;
  companion?.end();
  companion = createCompanionMock(STATES[scene.value], payer.value);
  // The widget remembers the last payment of an order, and would show it; it also remembers which outcomes it reported.
  localStorage.clear();
  sessionStorage.clear();
  events.replaceChildren();
  const element = document.createElement('tsena-checkout');
  element.setAttribute('companion-url', COMPANION_URL);
  element.setAttribute('order-token', 'a token of the playground');
  element.setAttribute('locale', locale.value);
  element.setAttribute('theme', theme.value);
  for (const name of EVENTS) {
    element.addEventListener(name, ({ detail }) => {
      const line = document.createElement('li');
      line.textContent = `${name} ${detail.problem?.code ?? detail.payment?.status ?? 'no payment yet'}`;
      events.append(line);
    });
  }
  applyLook(element);
  stage.replaceChildren(element);
}

form.addEventListener('change', ({ target }) =>
  PROPERTIES.includes(target.name) ? applyLook(stage.firstElementChild) : mount(),
);
form.addEventListener('input', ({ target }) => PROPERTIES.includes(target.name) && applyLook(stage.firstElementChild));
form.addEventListener('reset', () => setTimeout(mount));
form.addEventListener('submit', (event) => event.preventDefault());

const script = document.createElement('script');
script.src = './checkout.js';
document.head.append(script);
mount();
