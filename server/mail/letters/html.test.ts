import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from './html.ts';

test('escapes what is put in, keeps what it made itself', () => {
  const name = `<b>"A" & 'B'</b>`;
  expect(html`<p title="${name}">${html`<i>${name}</i>`}</p>`.markup).toBe(
    '<p title="&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;"><i>&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;</i></p>',
  );
  expect(html`${[html`<li>1</li>`, html`<li>2</li>`]}${undefined}`.markup).toBe('<li>1</li><li>2</li>');
});

test('no value can open a tag or leave its quotes', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(html`${value}`.markup).not.toMatch(/[<>"']/);
    }),
  );
});
