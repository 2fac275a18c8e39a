/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Content } from './document-types.ts';
import { servedType } from './served-types.ts';

const CONTENTS: Content[] = [
  ...([
    'pdf',
    'jpeg',
    'png',
    'gif',
    'webp',
    'heic',
    'heif',
    'avif',
    'bmp',
    'tiff',
    'svg',
    'office',
    'ole',
  ] as const),
  ...(['rtf', 'text', 'program', 'page', 'script', 'archive', 'unknown'] as const),
];

/**
 * Every type that a browser runs as a script (WHATWG MIME Sniffing, section 4.6), applies as a style, or opens as a
 * page.
 */
const ACTIVE = [
  ...['text/javascript', 'application/javascript', 'application/x-javascript', 'application/ecmascript'],
  ...[
    'application/x-ecmascript',
    'text/ecmascript',
    'text/x-ecmascript',
    'text/x-javascript',
    'text/jscript',
  ],
  ...['text/livescript', ...['1.0', '1.1', '1.2', '1.3', '1.4', '1.5'].map((n) => `text/javascript${n}`)],
  ...['text/html', 'application/xhtml+xml', 'text/xml', 'application/xml', 'application/wasm', 'text/css'],
  ...['image/svg+xml', 'video/x+xml', 'audio/x+xml', 'application/mathml+xml', 'application/rss+xml'],
  ...['multipart/related', 'message/rfc822', 'application/x-shockwave-flash'],
  ...['text/cache-manifest', 'application/xslt+xml', 'multipart/x-mixed-replace', 'text/vbscript'],
];
const INERT =
  /^(application\/(octet-stream|pdf|rtf|json|zip|gzip|msword|x-ole-storage|x-7z-compressed|vnd\.[\w.-]+)|image\/\w+|(audio|video)\/[\w.-]+|text\/(plain|csv|markdown|tab-separated-values))(; charset="?[\w-]+"?)?$/;

describe('servedType', () => {
  it('is the type of the bytes, not the claimed one', () => {
    expect(servedType('pdf', 'text/html')).toBe('application/pdf');
    expect(servedType('jpeg', 'application/pdf')).toBe('image/jpeg');
    expect(servedType('page', 'application/pdf')).toBe('text/plain; charset=utf-8');
    expect(servedType('svg', 'image/svg+xml')).toBe('text/plain; charset=utf-8');
    expect(servedType('text', 'image/png')).toBe('text/plain; charset=utf-8');
    expect(servedType('program', 'application/pdf')).toBe('application/octet-stream');
  });

  it('accepts the claim if the bytes are ambiguous', () => {
    expect(servedType('text', 'text/csv')).toBe('text/csv');
    expect(servedType('text', 'text/plain;charset=UTF-8')).toBe('text/plain; charset=utf-8');
    expect(servedType('ole', 'application/vnd.ms-excel')).toBe('application/vnd.ms-excel');
    expect(servedType('unknown', 'video/mp4')).toBe('video/mp4');
    expect(servedType('unknown', '')).toBe('application/octet-stream');
  });

  it.each(ACTIVE)('is never %s', (active) => {
    for (const content of CONTENTS) {
      for (const claimed of [active, active.toUpperCase(), `${active}; charset=utf-8`, ` ${active} `]) {
        expect(servedType(content, claimed)).toMatch(INERT);
        expect(servedType(content, claimed)).not.toContain(active);
      }
    }
  });

  it('is never an active type', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CONTENTS), fc.string({ unit: 'binary' }), (content, claimed) => {
        expect(servedType(content, claimed)).toMatch(INERT);
      }),
    );
  });
});
