/** @module-tag faults-kills */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  act,
  call,
  consent,
  newRequest,
  sealedFile,
  send,
  TYPED,
  uploadPdf,
} from '#tests/contract/support/signing.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { pdf } from '#tests/support/sample-documents.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { runPortalCommand } from '#tests/support/server/portal-command.ts';

let portal: TestPortal;
let clerk: Person;
let maria: Person;
let folder: string;

beforeAll(async () => {
  portal = await startPortal({ ownProcess: true });
  clerk = await createPerson(portal, { role: 'admin' });
  maria = await createPerson(portal);
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-signing-'));
});
afterAll(async () => {
  await portal?.close();
  if (folder) await rm(folder, { recursive: true });
});

test('a document is sealed once, after a kill between the last signature and the seal', async () => {
  const sent = await send(portal, clerk, await uploadPdf(clerk, maria.id), [maria]);
  await consent(portal, maria, sent);
  await act(portal, maria, sent, 'viewed');
  expect((await act(portal, maria, sent, 'signed', TYPED)).body).toEqual({ status: 'signed' });
  await portal.killAndRestart();
  const file = await sealedFile(portal, clerk, sent);
  const events = await portal.database.query<{ kind: string }>(
    `select kind from public.signature_events where request_id = $1 and kind in ('signed', 'sealed') order by sequence`,
    [sent.id],
  );
  expect(events.map(({ kind }) => kind)).toEqual(['signed', 'sealed']);

  const path = join(folder, 'signed.pdf');
  await writeFile(path, file);
  const genuine = await runPortalCommand(portal, ['verify-signature', path]);
  expect(genuine).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Genuine: sealed by this office'),
  });
  file[300] = (file[300] ?? 0) ^ 1;
  await writeFile(path, file);
  const changed = await runPortalCommand(portal, ['verify-signature', path]);
  expect(changed.code).toBe(1);
  expect(changed.stderr).toContain('Changed');
  await writeFile(path, 'no PDF');
  expect((await runPortalCommand(portal, ['verify-signature', path])).stderr).toContain('Unknown');
});

/** A PDF with these objects behind a catalog and its pages. */
function hostile(catalog: string, pages = 1, more: readonly string[] = []): Buffer {
  const kids = Array.from({ length: pages }, (_, i) => `${3 + i} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>'),
    ...more,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length - 0}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

test.each([
  ['with a script', 'has_script', hostile('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')],
  ['with a script behind a name tree', 'has_script', hostile('/Names << /JavaScript << /Names [] >> >>')],
  ['that starts a program', 'has_script', hostile('/OpenAction << /S /Launch /F (x.exe) >>')],
  ['with an XFA form', 'has_script', hostile('/AcroForm << /XFA [] /Fields [] >>')],
  [
    'with a field for a signature',
    'has_signature',
    hostile('/AcroForm << /Fields [4 0 R] >>', 1, ['<< /FT /Sig /T (Sig1) >>']),
  ],
  ['with 900 pages', 'too_many_pages', hostile('', 900)],
  ['without pages', 'broken', hostile('', 0)],
  ['that is Form 8879', 'form_8879', pdf('x.pdf', 'Form 8879 IRS e-file Signature Authorization').buffer],
  ['that is a form of a state', 'form_8879', pdf('x.pdf', 'Form CT-8879 Declaration for e-file').buffer],
  [
    'that is a consent under section 7216',
    'consent_7216',
    pdf('x.pdf', 'Federal law requires this consent form be provided to you').buffer,
  ],
])('a document %s is refused', async (_what, code, bytes) => {
  const document = await uploadPdf(clerk, maria.id, bytes);
  const answer = await call(portal, clerk, 'signature-request', newRequest(document, [maria]));
  expect(answer).toMatchObject({ status: 422, body: { code } });
});

test('a document whose name says Form 8879 is refused, whatever is in it', async () => {
  const document = await uploadPdf(clerk, maria.id, undefined, '2026/8879_Lopez.pdf');
  const answer = await call(portal, clerk, 'signature-request', newRequest(document, [maria]));
  expect(answer.body.code).toBe('form_8879');
  const titled = { ...newRequest(await uploadPdf(clerk, maria.id), [maria]), title: 'Form 8879' };
  expect((await call(portal, clerk, 'signature-request', titled)).body.code).toBe('form_8879');
});
