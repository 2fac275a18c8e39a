/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from './html.ts';

test('escapes text and keeps nested templates', () => {
  const name = `<b>"A" & 'B'</b>`;
  expect(html`<p title="${name}">${html`<i>${name}</i>`}</p>`.markup).toBe(
    '<p title="&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;"><i>&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;</i></p>',
  );
  expect(html`${[html`<li>1</li>`, html`<li>2</li>`]}${undefined}`.markup).toBe('<li>1</li><li>2</li>');
});

test('escapes every character that could start a tag or end an attribute', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(html`${value}`.markup).not.toMatch(/[<>"']/);
    }),
  );
});
