import { defineElement, setCompanion } from './element.ts';

const OWN_SCRIPT = /^(.*)\/v1\/checkout(?:-[\w-]+)?\.js(?:[?#].*)?$/;

const script = document.currentScript;
const match = OWN_SCRIPT.exec(script instanceof HTMLScriptElement ? script.src : '');
if (match?.[1] !== undefined) setCompanion(match[1]);
defineElement();
if (script instanceof HTMLScriptElement && script.dataset.orderToken) {
  const element = document.createElement('tsena-checkout');
  element.setAttribute('order-token', script.dataset.orderToken);
  if (script.dataset.locale) element.setAttribute('locale', script.dataset.locale);
  script.after(element);
}
