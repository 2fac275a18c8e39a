import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { freshBucket, service, storageFetch } from '../support/storage.ts';
import { tus, tusMetadata } from '../support/tus.ts';

const portal = portalForFile();
let storage: Client['storage'];
let bucket: string;
let shown: string;
beforeAll(async () => {
  storage = service(portal).storage;
  bucket = await freshBucket(portal);
  shown = await freshBucket(portal, { public: true });
});

const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';
const HTML = '<!doctype html><script>alert(1)</script>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
const XHTML = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>';
const JPEG = Buffer.from('\xff\xd8\xff\xe0 a picture \xff\xd9', 'latin1');
const PDF = '%PDF-1.7\n1 0 obj << /S /JavaScript /JS (app.alert(1)) >>';

/** Whatever a browser runs, by the start of its name. The PDF is left to its own row: it is always an attachment. */
const ACTIVE = /html|xml|svg|script|css|wasm|multipart|message|flash|manifest/i;

/** What a claim may look like in a header, in a list of metadata, or in JSON. */
const spellings = (type: string) => [
  type,
  type.toUpperCase(),
  `${type}; charset=utf-7`,
  `${type.replace('svg', 'SVG')}; x`,
  `${type};x=image/png`,
];

const FILES: [name: string, body: string | Buffer, claimed: string, served: string, shownInPlace?: true][] = [
  ['drawing.svg', SVG, 'image/svg+xml', TEXT],
  ['drawing with a head.svg', `<?xml version="1.0"?>\n<!DOCTYPE svg>${SVG}`, 'image/svg+xml', TEXT],
  ['drawing.png', SVG, 'image/png', TEXT],
  ['page.html', HTML, 'text/html', TEXT],
  ['page.xhtml', XHTML, 'application/xhtml+xml', TEXT],
  ['page as text.txt', HTML, 'text/plain', TEXT, true],
  ['data.xml', '<?xml version="1.0"?><a/>', 'text/xml', TEXT],
  ['data2.xml', '<a/>', 'application/xml', TEXT],
  ['style.xsl', '<?xml version="1.0"?><a/>', 'application/xslt+xml', TEXT],
  ['feed.rss', '<?xml version="1.0"?><rss/>', 'application/rss+xml', TEXT],
  ['script.js', 'alert(1)', 'text/javascript', TEXT],
  ['old.js', 'alert(1)', 'text/javascript1.5', TEXT],
  ['style.css', 'p { color: red }', 'text/css', TEXT],
  ['not a picture.png', 'alert(1)', 'image/png', TEXT],
  ['not a paper.pdf', HTML, 'application/pdf', TEXT],
  ['mail.mhtml', 'MIME-Version: 1.0', 'multipart/related', TEXT],
  ['bytes.wasm', Buffer.from('\0asm\x01\0\0\0', 'latin1'), 'application/wasm', BYTES],
  ['two-byte page.xml', Buffer.from(`<a>${SVG}</a>`, 'utf16le'), 'video/x+xml', BYTES],
  ['a picture.js', JPEG, 'text/javascript', 'image/jpeg'],
  ['a picture.jpg', JPEG, 'image/jpeg', 'image/jpeg', true],
  ['paper.pdf', PDF, 'application/pdf', 'application/pdf'],
  ['paper as text.txt', PDF, 'text/plain', 'application/pdf'],
  ['list.csv', 'a,b', 'text/csv', 'text/csv'],
  ['archive.zip', Buffer.from('PK\x03\x04 and more', 'latin1'), 'application/zip', 'application/zip'],
];

/** Each way to read the bytes of an object of a bucket, as the path below `/storage/v1`. */
const WAYS: Record<string, (encoded: string) => string | Promise<string>> = {
  service: (encoded) => `object/${bucket}/${encoded}`,
  authenticated: (encoded) => `object/authenticated/${bucket}/${encoded}`,
  public: (encoded) => `object/public/${shown}/${encoded}`,
  'service, of a public bucket': (encoded) => `object/${shown}/${encoded}`,
  link: async (encoded) => {
    const { data } = await storage.from(bucket).createSignedUrl(decodeURIComponent(encoded), 60);
    const link = new URL(data?.signedUrl ?? '');
    return `${link.pathname.replace('/storage/v1/', '')}${link.search}`;
  },
};

const REQUESTS: RequestInit[] = [
  { method: 'GET' },
  { method: 'HEAD' },
  { headers: { range: 'bytes=1-2' } },
  { headers: { range: 'bytes=0-0', accept: 'text/html,image/svg+xml' } },
  { headers: { 'if-none-match': '*' } },
];

/** One that is an attachment, and one that is shown in place. */
const TELLING = ['drawing.svg', 'page as text.txt'];

// All files in the way of everyone, and the telling ones in each way. The rest is in the test of `servedType`.
describe.each(FILES)('%s', (name, body, claimed, served, shownInPlace) => {
  const ways = TELLING.includes(name) ? Object.keys(WAYS) : ['public'];
  test.each(ways)(`is served as ${served} by the way: %s`, async (way) => {
    const place = way.includes('public') ? shown : bucket;
    const kept = { contentType: claimed, upsert: true };
    expect((await storage.from(place).upload(name, body, kept)).error).toBeNull();
    const path = await WAYS[way]?.(encodeURIComponent(name));
    for (const download of ['', 'download', 'download=page.html']) {
      for (const request of download === '' ? REQUESTS : REQUESTS.slice(0, 1)) {
        const separator = path?.includes('?') ? '&' : '?';
        const answer = await storageFetch(portal, `${path}${download && separator}${download}`, request);
        await answer.arrayBuffer();
        const { headers, status } = answer;
        expect([path, status]).toEqual([path, expect.toBeOneOf([200, 206, 304])]);
        if (status !== 304) expect(headers.get('content-type')).toBe(served);
        expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        const inPlace = shownInPlace === true && download === '';
        expect(headers.get('content-disposition')).toMatch(inPlace ? /^inline;/ : /^attachment;/);
      }
    }
  });
});

// The spellings matter where the bytes leave the type open, so that the claim counts.
test.each<[name: string, body: string | Buffer, inAllSpellings?: true]>([
  ['a drawing', SVG],
  ['a page', HTML],
  ['text', 'alert(1)', true],
  ['bytes', Buffer.from('\0asm\x01\0\0\0', 'latin1'), true],
  ['a zip', Buffer.from('PK\x03\x04 and more', 'latin1'), true],
  ['a picture', JPEG],
])('%s is inert, whatever type it claims', async (name, body, inAllSpellings) => {
  const files = storage.from(bucket);
  await files.upload(name, body, { contentType: 'application/octet-stream' });
  const active = [
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'audio/x+xml',
    'video/x+xml',
  ];
  const claims = [
    ...(inAllSpellings ? active.flatMap(spellings) : active),
    ' text/html',
    'text/html\n',
    'text/html\r\nx: y',
    'text/html,image/png',
  ];
  for (const [index, mimetype] of claims.entries()) {
    const key = `copies/${index} of ${name}`;
    const copied = await files.copy(name, key, { copyMetadata: false, metadata: { mimetype } });
    expect(copied.error).toBeNull();
    const { headers } = await storageFetch(portal, `object/${bucket}/${encodeURIComponent(key)}`, {
      method: 'HEAD',
    });
    expect([mimetype, headers.get('content-type')]).toEqual([mimetype, expect.not.stringMatching(ACTIVE)]);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test.each(['image/SVG+XML; x', 'text/html\n', 'TEXT/HTML'])(
  'a resumable upload as %j is inert',
  async (contentType) => {
    const key = `resumed ${contentType.length}`;
    const body = Buffer.from(SVG);
    const headers = {
      'upload-length': String(body.length),
      'upload-metadata': tusMetadata({ bucketName: bucket, objectName: key, contentType }),
      'content-type': 'application/offset+octet-stream',
    };
    expect((await tus(portal, { method: 'POST', headers, body })).status).toBe(201);
    const read = await storageFetch(portal, `object/${bucket}/${encodeURIComponent(key)}`);
    expect(await read.text()).toBe(SVG);
    expect(read.headers.get('content-type')).toBe(TEXT);
    expect(read.headers.get('content-disposition')).toMatch(/^attachment;/);
  },
);

test('the info of an object has the claimed type, as data', async () => {
  await storage.from(bucket).upload('said.svg', SVG, { contentType: 'image/svg+xml' });
  const answer = await storageFetch(portal, `object/info/${bucket}/said.svg`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await answer.json()).toMatchObject({ content_type: 'image/svg+xml' });
});

test('no way renders an object', async () => {
  await storage.from(shown).upload('rendered.svg', SVG, { contentType: 'image/svg+xml', upsert: true });
  for (const path of [
    `render/image/public/${shown}/rendered.svg`,
    `render/image/authenticated/${shown}/rendered.svg`,
  ]) {
    const answer = await storageFetch(portal, path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.text()).not.toContain('<svg');
  }
});

test('is detected for blobs stored without a content type', async () => {
  const files = storage.from(bucket);
  for (const [key, body] of [
    ['older.js', 'alert(1)'],
    ['older.svg', SVG],
    ['older.jpg', JPEG],
  ] as const) {
    await files.upload(key, body, { contentType: 'text/javascript1.5' });
  }
  await portal.database.query('update storage.blobs set content = null');
  const typeOf = async (key: string) =>
    (await storageFetch(portal, `object/${bucket}/${key}`, { method: 'HEAD' })).headers.get('content-type');
  for (const _time of ['found out', 'remembered']) {
    expect(await Promise.all(['older.js', 'older.svg', 'older.jpg'].map(typeOf))).toEqual([
      TEXT,
      TEXT,
      'image/jpeg',
    ]);
  }
});
