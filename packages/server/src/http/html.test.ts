import { describe, expect, it } from 'vitest';
import { html, trusted } from './html.ts';

describe('html', () => {
  it('escapes text', () => {
    expect(html`<p title="${`"'`}">${'<b> & "c"'}</p>`.text).toBe('<p title="&quot;&#39;">&lt;b&gt; &amp; &quot;c&quot;</p>');
  });

  it('writes HTML, numbers and lists, and nothing for null and false', () => {
    expect(html`${html`<b>${'<'}</b>`}|${0}|${7}|${null}|${false}|${['<', [trusted('<i>')], null]}|${''}`.text).toBe(
      '<b>&lt;</b>|0|7|||&lt;<i>|',
    );
  });
});
