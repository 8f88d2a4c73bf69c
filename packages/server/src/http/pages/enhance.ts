import { createHash } from 'node:crypto';
import { type Html, html, trusted } from './html.ts';

/** What the page's script needs to put the widget in the place of the plain view. */
export interface Enhancement {
  /** An order token of {@link PageTokens}. */
  readonly token: string;
  /** The query that keeps the chosen language. */
  readonly query: string;
}

/** Where the widget is loaded from. */
export interface EnhancementSource {
  /** Relative to the page. */
  readonly src: string;
  readonly integrity: string;
}

/**
 * Loads the widget beside the plain view and shows it once it has loaded the order. The plain view stays
 * - in browsers without constructable stylesheets, because the policy allows no other style, and for payers who save data;
 * - if the payer has begun to type, or moved the focus into the page: the form works as it is;
 * - if the widget does not load. Then the page refreshes itself, as it does without a script.
 *
 * The address becomes that of the payment as soon as there is one, so that a reload shows it. At the end, and if the order takes no payment
 * any more, the page as the companion writes it now replaces the widget: it is the receipt. If that cannot be loaded, the widget stays.
 *
 * Written for browsers of 2015, which must parse it. The page's data is in attributes, so the text has one hash.
 */
export const ENHANCE_SCRIPT = `(function(){
var d=document,w=window,s=d.getElementById('enhance'),g=function(n){return s.getAttribute('data-'+n)},
plain=d.querySelector('section'),box=d.createElement('div'),shown,was,
late=function(ms){if(+g('refresh'))setTimeout(function(){if(!shown)location.replace(location.href)},ms)},
leave=function(){if(box.parentNode)box.parentNode.removeChild(box);late(g('refresh')*1e3)},
receipt=function(){fetch(location.href).then(function(r){if(!r.ok)throw r;return r.text()}).then(function(t){
var m=new DOMParser().parseFromString(t,'text/html').querySelector('main'),h=m.querySelector('h2'),o=d.querySelector('main');
o.parentNode.replaceChild(m,o);h.tabIndex=-1;h.focus()}).catch(function(){})},
on=function(n,f){box.addEventListener('tsena:'+n,f)};
if(!('adoptedStyleSheets' in d)||!w.customElements||!w.fetch||(navigator.connection||{}).saveData)return late(g('refresh')*1e3);
box.hidden=true;plain.parentNode.appendChild(box);
on('ready',function(e){
was=(e.detail.payment||{}).status;
var i=plain.querySelector('input[type=tel]');
if(plain.contains(d.activeElement)||i&&i.value)return leave();
shown=1;box.style.minHeight=plain.offsetHeight+'px';plain.parentNode.removeChild(plain);box.hidden=false});
on('change',function(e){
if(!shown)return;
var p=e.detail.payment;history.replaceState(null,'',p.id+g('query'));if(p.status!==was)box.style.minHeight=0});
on('completed',receipt);
on('error',function(e){if(/^(link_|order_token_)/.test(e.detail.problem.code))receipt()});
var c=d.createElement('script');c.src=g('src');c.integrity=g('integrity');c.onerror=leave;
c.onload=function(){w.Tsena?w.Tsena.mount(box,{orderToken:g('token')}):leave()};
d.body.appendChild(c);late(3e4)})()`;

/** The hash of {@link ENHANCE_SCRIPT}, for the policy. */
export const ENHANCE_HASH = `sha256-${createHash('sha256').update(ENHANCE_SCRIPT).digest('base64')}`;

/** Writes the script. It stands at the end of the page, after the view that it replaces. */
export function enhanceScript({ src, integrity }: EnhancementSource, { token, query }: Enhancement, refreshSeconds: number | null): Html {
  return html`<script id="enhance" data-src="${src}" data-integrity="${integrity}" data-token="${token}" data-query="${query}" data-refresh="${
    refreshSeconds ?? ''
  }">${trusted(ENHANCE_SCRIPT)}</script>`;
}
