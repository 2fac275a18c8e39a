/** @module-tag property */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { paper } from '#tests/support/papers.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { DOCUMENTS, storageFetch, tokenOf } from '../support/storage.ts';

const portal = portalForFile();
let person: Person;
beforeAll(async () => {
  person = await createPerson(portal);
});

const documents = () => person.client.storage.from(DOCUMENTS);
/** Encodes each segment of a key, like the app. */
const inPath = (key: string) => key.split('/').map(encodeURIComponent).join('/');

async function storedNames(folder: string): Promise<string[]> {
  const { data, error } = await documents().list(`${person.id}/${folder}`);
  if (error) throw error;
  return data.map(({ name }) => name);
}

const names = [
  'IMG_0042.HEIC',
  'Screenshot 2026-01-01 at 3.04.05\u202fPM.png',
  'W2 Maria López (2024).pdf',
  "Kids' “papers” & co.pdf",
  '100% of it.pdf',
  '%41 and %2F.pdf',
  'a+b=c.pdf',
  'what?.pdf',
  '#1 of 2.pdf',
  'a;b,c:d@e$f!g*h.pdf',
  '[brackets] {braces} <tags> |pipe| ^hat `tick`.pdf',
  'back\\slash.pdf',
  '.hidden.pdf',
  '...',
  'ends in dot.',
  ' leading space.pdf',
  'trailing space ',
  'no-extension',
  '📄🧾 Steuer 👨‍👩‍👧‍👦.pdf',
  '税务 документ مستند.pdf',
  'ﬁ ligature ½ ².pdf',
  `${'a'.repeat(251)}.pdf`,
  `${'é'.repeat(125)}.pdf`,
  `${'😀'.repeat(62)}.pdf`,
];

describe('a name', () => {
  test.each(names)('%s: can be uploaded, listed, downloaded, renamed and removed', async (name) => {
    const folder = `names-${names.indexOf(name)}`;
    const key = `${person.id}/${folder}/${name}`;
    const { data, error } = await documents().upload(inPath(key), new Blob([paper(name)]));
    expect(error).toBeNull();
    expect(data?.fullPath).toBe(`${DOCUMENTS}/${key}`);
    expect(await storedNames(folder)).toEqual([name]);
    const { data: kept } = await documents().download(inPath(key));
    expect(Buffer.from((await kept?.arrayBuffer()) ?? new ArrayBuffer()).equals(paper(name))).toBe(true);
    expect((await documents().info(inPath(key))).data?.name).toBe(key);
    expect((await documents().move(key, `${person.id}/${folder}/other`)).error).toBeNull();
    expect((await documents().move(`${person.id}/${folder}/other`, key)).error).toBeNull();
    expect(await storedNames(folder)).toEqual([name]);
    const [row] = await portal.database.query(
      'select file_name, file_path from public.file_uploads where file_path = $1',
      [key],
    );
    expect(row).toEqual({ file_name: name, file_path: key });
  });

  test('with a literal percent sign arrives unchanged', async () => {
    for (const name of ['plain é 📄.pdf', '100%.pdf', "it's (1)!.pdf", 'a+b&c=d.pdf', '"quoted" {x}.pdf']) {
      const key = `${person.id}/unencoded/${name}`;
      expect((await documents().upload(key, paper(name))).error).toBeNull();
      expect(await storedNames('unencoded')).toContain(name);
      expect((await documents().download(key)).error).toBeNull();
    }
  });

  test('with accents is the same in NFC and NFD', async () => {
    const composed = `${person.id}/nfc/caf\u00e9 \u00c5.txt`;
    const decomposed = `${person.id}/nfc/cafe\u0301 A\u030a.txt`;
    expect((await documents().upload(decomposed, 'mac')).data?.fullPath).toBe(`${DOCUMENTS}/${composed}`);
    expect((await documents().upload(composed, 'phone')).error).toMatchObject({ code: 'KeyAlreadyExists' });
    for (const key of [composed, decomposed]) {
      expect(await (await documents().download(key)).data?.text()).toBe('mac');
      expect((await documents().createSignedUrl(key, 60)).error).toBeNull();
    }
    const { data } = await documents().createSignedUrl(decomposed, 60);
    expect((await fetch(data?.signedUrl ?? '')).status).toBe(200);
    expect((await documents().list(`${person.id}/nfc`, { search: 'cafe\u0301' })).data).toHaveLength(1);
    expect((await documents().move(decomposed, `${person.id}/nfc/moved.txt`)).error).toBeNull();
  });

  test('treats an encoded slash as a slash', async () => {
    const bearer = await tokenOf(person.client);
    const path = `object/${DOCUMENTS}/${encodeURIComponent(`${person.id}/encoded/deep.txt`)}`;
    expect((await storageFetch(portal, path, { method: 'POST', body: 'x', bearer })).status).toBe(200);
    expect(await storedNames('encoded')).toEqual(['deep.txt']);
  });

  test.each([
    'a\tb',
    'a\u0000b',
    'line\nbreak',
    'a\u007fb',
    'a\u0085b',
    'invoice-\u202efdp.exe',
    'in\u200bvoice.pdf',
    '\u2068Photo\u2069.jpg',
    'w2\ufe0f.pdf',
    'a\u2028b',
    'x'.repeat(256),
    '😀'.repeat(64),
  ])('is refused everywhere if invalid: %j', async (name) => {
    const bearer = await tokenOf(person.client);
    const key = `${person.id}/refused/${name}`;
    const sent = await storageFetch(portal, `object/${DOCUMENTS}/${inPath(key)}`, {
      method: 'POST',
      body: 'x',
      bearer,
    });
    expect(await sent.json()).toMatchObject({ code: 'InvalidKey', message: `Invalid key: ${key}` });
    expect((await documents().move(`${person.id}/a`, key)).error).toMatchObject({ code: 'InvalidKey' });
    expect((await documents().copy(`${person.id}/a`, key)).error).toMatchObject({ code: 'InvalidKey' });
    expect((await documents().createSignedUploadUrl(inPath(key))).error).toMatchObject({
      code: 'InvalidKey',
    });
    expect((await documents().exists(inPath(key))).data).toBe(false);
  });

  test('is refused or returned unchanged, for random names', async () => {
    let kept = 0;
    const name = fc
      .oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'binary', minLength: 1 }))
      .filter((text) => text.isWellFormed() && text !== '.' && text !== '..');
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        const key = `${person.id}/wild/${text.replaceAll('/', '∕')}`;
        // Only the name is random, because the content is checked too.
        const content = Buffer.from(text).toString('hex');
        const { error, data } = await documents().upload(inPath(key), content);
        if (error) {
          const refusals = /^(InvalidKey|KeyAlreadyExists|InvalidMimeType)$/;
          expect(error).toMatchObject({ code: expect.stringMatching(refusals) });
          return;
        }
        kept += 1;
        expect(data.fullPath).toBe(`${DOCUMENTS}/${key.normalize('NFC')}`);
        expect(await (await documents().download(inPath(key))).data?.text()).toBe(content);
      }),
      { numRuns: inputs(150) },
    );
    expect(kept).toBeGreaterThan(inputs(50));
  });
});
