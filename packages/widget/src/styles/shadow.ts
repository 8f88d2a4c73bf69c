import shopCss from './shop.css?inline';
import formCss from './styles.css?inline';
import viewsCss from './views.css?inline';

const css = formCss + shopCss + viewsCss;

let sheet: CSSStyleSheet | undefined;

/**
 * Returns the place for the widget in the element's shadow root, which has the widget's styles.
 *
 * @param nonce - for browsers without constructable stylesheets (before Safari 16.4, Firefox 101) under a strict CSP
 */
export function openShadow(host: Element, nonce?: string): Element {
  const place = host.shadowRoot?.lastElementChild;
  if (place) return place;
  const root = host.attachShadow({ mode: 'open' });
  // It hides what the page has in the element. WebKit leaves the focus there, and Enter would send the page's own form.
  host.addEventListener('submit', (event) => event.preventDefault());
  if ('adoptedStyleSheets' in Document.prototype) {
    if (sheet === undefined) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    root.adoptedStyleSheets = [sheet];
  } else {
    const style = document.createElement('style');
    if (nonce) style.nonce = nonce;
    style.textContent = css;
    root.append(style);
  }
  return root.appendChild(document.createElement('div'));
}
