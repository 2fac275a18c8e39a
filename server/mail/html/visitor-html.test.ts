/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { oneLine, sanitizeVisitorHtml, textOfVisitorHtml } from './visitor-html.ts';

const ALLOWED = /^<(?:\/?(?:p|div|strong|b|em|i|ul|ol|li|table|tbody|tr|th|td)|br \/)>$/;
const tagsOf = (markup: string) => markup.match(/<[^>]*>?/g) ?? [];

describe('sanitizeVisitorHtml', () => {
  test('keeps simple formatting and text', () => {
    const sanitized = sanitizeVisitorHtml(
      '<h2>New Appointment</h2><p><strong>Name:</strong> Ana &amp; Luis</p><ul><li>One</li><li>Two</li></ul>',
    );
    expect(sanitized.markup).toBe(
      '<p>New Appointment</p><p><strong>Name:</strong> Ana &amp; Luis</p><ul><li>One</li><li>Two</li></ul>',
    );
    expect(textOfVisitorHtml(sanitized)).toBe('New Appointment\nName: Ana & Luis\n- One\n- Two');
  });

  test('keeps table cells apart', () => {
    const sanitized = sanitizeVisitorHtml(
      '<table><tr><td>Phone</td><td>203</td></tr><tr><td>x</td></tr></table>',
    );
    expect(textOfVisitorHtml(sanitized)).toBe('Phone 203\nx');
  });

  test.each([
    ['<script>alert(1)</script>', ''],
    ['<style>*{display:none}</style>shown', 'shown'],
    ['<img src=x onerror=alert(1)>picture', 'picture'],
    ['<a href="https://evil.example">Open the portal</a>', 'Open the portal'],
    ['<p style="position:fixed" onclick="x()">big</p>', '<p>big</p>'],
    ['<svg><script>1</script></svg><iframe src=//evil.example>in</iframe>', 'in'],
    ['<form action=//evil.example><input name=password><button>Sign in</button></form>', 'Sign in'],
    ['</div></body></html><p>after the end', '<p>after the end</p>'],
    ['<!--[if mso]><p>for Outlook</p><![endif]-->seen', 'seen'],
    ['a &#x202E;txt.exe', 'a  txt.exe'],
    ['&lt;script&gt;', '&lt;script&gt;'],
  ])('%s becomes %s', (hostile, harmless) => {
    expect(sanitizeVisitorHtml(hostile).markup).toBe(harmless);
  });

  test('returns only closed, allowed tags for any input', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<',
        '>',
        '</',
        '/>',
        '"',
        "'",
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '&lt;',
        '&#60;',
        '\0',
      ),
      fc.constantFrom('<p>', '</p>', '<div>', '</div>', '<table>', '</td>', '<li>', '<br>', '<b', '<svg>'),
      fc.constantFrom('<script>', '</script>', '<textarea>', '<xmp>', '<noscript>', '<math>', '<title>'),
      fc.constantFrom(
        '<a href="javascript:x">',
        '<img src=x onerror=y>',
        '<p onclick=z>',
        '<style>',
        '<base>',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { markup } = sanitizeVisitorHtml(pieces.join(''));
        const tags = tagsOf(markup);
        expect(tags.filter((tag) => !ALLOWED.test(tag))).toEqual([]);
        const open: string[] = [];
        for (const tag of tags) {
          if (tag === '<br />') continue;
          if (tag.startsWith('</')) expect(open.pop()).toBe(tag.slice(2, -1));
          else open.push(tag.slice(1, -1));
        }
        expect(open).toEqual([]);
        expect(textOfVisitorHtml({ markup })).not.toMatch(/[\0\r\u202e]/);
      }),
      { numRuns: inputs(500) },
    );
  });

  test('limits the depth of nested tags', () => {
    const { markup } = sanitizeVisitorHtml('<div>'.repeat(2000));
    expect(tagsOf(markup).length).toBeLessThanOrEqual(24);
  });
});

test('oneLine removes line breaks and control characters', () => {
  expect(oneLine('New Appointment Booked: Ana\r\nBcc: victim@example.com\u202e ', 200)).toBe(
    'New Appointment Booked: Ana Bcc: victim@example.com',
  );
  expect(oneLine('é🦊'.repeat(200), 3)).toBe('é🦊é');
});
