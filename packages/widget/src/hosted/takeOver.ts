/**
 * Loads the widget's script after the first paint, which needs nothing of it. The script takes over the page. The page
 * loads its own address again, as it does without a script, where that
 * - does not run: older browsers lack what came with ES2020, and payers who save data download nothing;
 * - does not load, or not within half a minute.
 *
 * Written for browsers of 2015, which must parse it. The page's data is in attributes, so the text has one hash.
 */
export const TAKE_OVER_SCRIPT = `(function(){
var d=document,s=d.getElementById('page'),g=function(n){return s.getAttribute(n)},
again=function(ms){if(+g('data-refresh'))setTimeout(function(){if(g('data-page'))location.replace(g('data-address'))},ms)},
soon=function(){again(g('data-refresh')*1e3)};
if(!window.BigInt||!Promise.allSettled||(navigator.connection||{}).saveData)return soon();
again(3e4);
requestAnimationFrame(function(){setTimeout(function(){
var c=d.createElement('script');c.src=g('data-src');c.integrity=g('data-integrity');c.onerror=soon;d.body.appendChild(c)})})})()`;
