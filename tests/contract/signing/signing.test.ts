import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import {
  act,
  call,
  consent,
  newRequest,
  type Sent,
  sealedFile,
  send,
  signAll,
  TYPED,
  uploadPdf,
  verdict,
} from '../support/signing.ts';
import { DOCUMENTS } from '../support/storage.ts';

const run = promisify(execFile);
const has = (program: string) =>
  run('which', [program]).then(
    () => true,
    () => false,
  );
const [hasPdfsig, hasQpdf] = [await has('pdfsig'), await has('qpdf')];

const portal = portalForFile('visitors');
let clerk: Person;
let maria: Person;
let john: Person;

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'admin', data: { first_name: 'Sam', last_name: 'Delgado' } });
});
beforeEach(async () => {
  maria = await createPerson(portal, { data: { first_name: 'María', last_name: 'Lopez' } });
  john = await createPerson(portal, { data: { first_name: 'John', last_name: 'Lopez' } });
  await portal.database.query(
    `insert into public.client_members (client_id, user_id, relation, rights)
     values ($1, $2, 'spouse', array['see', 'upload', 'answer', 'sign'])`,
    [maria.id, john.id],
  );
});

const statusOf = async ({ id }: Pick<Sent, 'id'>) =>
  (
    await portal.database.query<{ status: string }>(
      'select status from public.signature_requests where id = $1',
      [id],
    )
  )[0]?.status;
const kindsOf = async ({ id }: Pick<Sent, 'id'>) =>
  (
    await portal.database.query<{ kind: string }>(
      'select kind from public.signature_events where request_id = $1 order by sequence',
      [id],
    )
  ).map(({ kind }) => kind);
const sentTo = async (...signers: Person[]) =>
  send(portal, clerk, await uploadPdf(clerk, maria.id), signers, signers.length > 1);

describe('a document for both spouses', () => {
  test('is signed in order, sealed, mailed, and verified; one flipped byte is found', async () => {
    const sent = await sentTo(maria, john);
    expect((await consent(portal, john, sent)).body.code).toBe('not_yet');
    expect((await signAll(portal, maria, sent)).body).toEqual({ status: 'partly_signed' });
    const mail = await portal.mailTo(john.email, ({ subject }) => subject === 'You have a document to sign');
    expect(mail.text).not.toContain('Engagement');
    expect(mail.text).toContain(`/account/sign/${sent.id}?client=${maria.id}`);
    expect((await signAll(portal, john, sent)).body).toEqual({ status: 'signed' });
    const file = await sealedFile(portal, clerk, sent);
    await portal.mailTo(maria.email, ({ subject }) => subject === 'Your signed document is ready');

    expect(await verdict(portal, file)).toBe('genuine');
    for (const place of [200, file.length >> 1, file.lastIndexOf('/ByteRange') + 400, file.length - 20]) {
      const flipped = Buffer.from(file);
      flipped[place] = (flipped[place] ?? 0) ^ 1;
      expect(['changed', 'unknown']).toContain(await verdict(portal, flipped));
    }
    // The seal fills less than its room. What is behind it is not covered, and hardly anyone would see it.
    const unused = Buffer.from(file);
    const end = file.indexOf('>', file.lastIndexOf('/Contents') + 20);
    expect(file.subarray(end - 4, end + 1).toString('latin1')).toBe('0000>');
    unused.write('1', end - 2);
    expect(await verdict(portal, unused)).toBe('changed');
    const longer = Buffer.concat([file, Buffer.from('\n')]);
    expect(await verdict(portal, longer)).toBe('changed');

    const { data: whole } = await clerk.client
      .rpc('verify_signature_events', { request_id: sent.id })
      .throwOnError();
    expect(whole).toBe(true);
    expect(await kindsOf(sent)).toEqual([
      'sent',
      'consented',
      'viewed',
      'signed',
      'consented',
      'viewed',
      'signed',
      'sealed',
    ]);
    expect(await portal.database.query('select * from nutmeg.signature_marks')).toEqual([]);
  });

  test.skipIf(!hasPdfsig || !hasQpdf)(
    'is read by poppler and qpdf (Debian’s poppler-utils and qpdf)',
    async () => {
      const sent = await sentTo(maria);
      await signAll(portal, maria, sent);
      const file = await sealedFile(portal, clerk, sent);
      const folder = await mkdtemp(join(tmpdir(), 'nutmeg-signing-'));
      try {
        const path = join(folder, 'signed.pdf');
        await writeFile(path, file);
        const { stdout } = await run('pdfsig', [path]);
        expect(stdout).toContain('Signature is Valid');
        expect(stdout).toContain('Total document signed');
        expect(stdout).toContain('ETSI.CAdES.detached');
        expect((await run('qpdf', ['--check', path])).stdout).toContain(
          'No syntax or stream encoding errors',
        );
        const { stdout: text } = await run('pdftotext', [path, '-']);
        expect(text).toContain('Evidence of the electronic signatures');
        expect(text).toContain(sent.sha256);
        expect(text).toContain('María Lopez');
        expect(text).toContain('Test phone (Nutmeg)');
        const flipped = Buffer.from(file);
        flipped[200] = (flipped[200] ?? 0) ^ 1;
        await writeFile(path, flipped);
        const { stdout: broken } = await run('pdfsig', [path]).catch((error: { stdout: string }) => error);
        expect(broken).not.toContain('Signature is Valid');
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});

describe('an act', () => {
  test('is done once, however often it is sent', async () => {
    const sent = await sentTo(maria, john);
    for (const _tab of [1, 2]) {
      await consent(portal, maria, sent);
      expect((await act(portal, maria, sent, 'viewed')).body).toEqual({ status: 'sent' });
    }
    const actId = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() => act(portal, maria, sent, 'signed', { ...TYPED, actId })),
    );
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ status: 'partly_signed' })));
    expect((await act(portal, maria, sent, 'signed', TYPED)).body.code).toBe('done');
    expect(await kindsOf(sent)).toEqual(['sent', 'consented', 'viewed', 'signed']);
  });

  test('needs consent, then the whole document, then what is required', async () => {
    const sent = await sentTo(maria);
    expect((await act(portal, maria, sent, 'viewed')).body.code).toBe('no_consent');
    const opened = { openedSha256: 'a'.repeat(64), disclosureSha256: 'b'.repeat(64), language: 'en' };
    expect((await act(portal, maria, sent, 'consented', opened)).body.code).toBe('disclosure_changed');
    await consent(portal, maria, sent);
    expect((await act(portal, maria, sent, 'signed', TYPED)).body.code).toBe('not_viewed');
    await act(portal, maria, sent, 'viewed');
    const unknown = { signing: { ...TYPED.signing, values: { [randomUUID()]: 'x' } } };
    expect((await act(portal, maria, sent, 'signed', unknown)).body.code).toBe('incomplete');
    expect(await statusOf(sent)).toBe('sent');
  });

  test('on another document or an older request is refused', async () => {
    const sent = await sentTo(maria);
    const other = { ...sent, sha256: 'a'.repeat(64) };
    expect((await act(portal, maria, other, 'viewed')).body.code).toBe('changed');
    expect((await act(portal, maria, sent, 'viewed', { version: 2 })).body.code).toBe('changed');
  });

  test('and a void at the same time have one winner', async () => {
    const rounds = Array.from({ length: 6 }, async () => {
      const sent = await sentTo(maria);
      await consent(portal, maria, sent);
      await act(portal, maria, sent, 'viewed');
      const voided = { requestId: sent.id, actId: randomUUID(), version: 1, reason: 'A mistake' };
      const [signed, ended] = await Promise.all([
        act(portal, maria, sent, 'signed', TYPED),
        call(portal, clerk, 'signature-void', voided),
      ]);
      expect([signed.status, ended.status].toSorted()).toEqual([200, 409]);
      const kinds = await kindsOf(sent);
      expect(kinds.includes('signed')).toBe(signed.status === 200);
      expect(kinds.includes('voided')).toBe(ended.status === 200);
    });
    await Promise.all(rounds);
  });

  test('that declines ends the request with its reason, and tells the office', async () => {
    const sent = await sentTo(maria, john);
    expect((await act(portal, maria, sent, 'declined', { reason: ' ' })).body.code).toBe('no_reason');
    expect((await act(portal, maria, sent, 'declined', { reason: 'The fee is wrong' })).body).toEqual({
      status: 'declined',
    });
    expect((await signAll(portal, john, sent)).body.code).toBe('ended');
    const mail = await portal.mailTo(
      'office@example.com',
      ({ subject }) => subject === 'Signature declined: María Lopez',
    );
    expect(mail.text).not.toContain('fee is wrong');
  });
});

describe('by others', () => {
  test('no act of a signer is possible', async () => {
    const sent = await sentTo(maria);
    const helper = await createPerson(portal);
    const stranger = await createPerson(portal);
    await portal.database.query(
      `insert into public.client_members (client_id, user_id, relation, rights)
       values ($1, $2, 'helper', array['see', 'upload', 'answer'])`,
      [maria.id, helper.id],
    );
    for (const person of [john, helper, stranger, clerk]) {
      expect((await consent(portal, person, sent)).status).toBe(403);
      expect((await act(portal, person, sent, 'signed', TYPED)).status).toBe(403);
      expect((await act(portal, person, sent, 'declined', { reason: 'No' })).status).toBe(403);
    }
    const voided = { requestId: sent.id, actId: randomUUID(), version: 1, reason: 'Mine' };
    for (const person of [maria, john, stranger]) {
      expect((await call(portal, person, 'signature-void', voided)).status).toBe(403);
    }
    expect((await call(portal, undefined, 'signature-void', voided)).status).toBe(401);
    expect(await kindsOf(sent)).toEqual(['sent']);
  });

  test.each([
    ['lose the right to sign', `rights = array['see']`],
    ['lose their access', 'ends_at = now()'],
  ])('who %s, nothing is signed or sent', async (_how, change) => {
    const sent = await sentTo(john);
    await consent(portal, john, sent);
    await act(portal, john, sent, 'viewed');
    await portal.database.query(
      `update public.client_members set ${change} where client_id = $1 and user_id = $2`,
      [maria.id, john.id],
    );
    expect((await act(portal, john, sent, 'signed', TYPED)).status).toBe(403);
    const more = newRequest(await uploadPdf(clerk, maria.id), [john]);
    expect((await call(portal, clerk, 'signature-request', more)).body.code).toBe('not_a_signer');
  });

  test('no one asks for a signature of a person who may not sign', async () => {
    const document = await uploadPdf(clerk, maria.id);
    const stranger = await createPerson(portal);
    for (const person of [stranger, clerk]) {
      const answer = await call(portal, clerk, 'signature-request', newRequest(document, [person]));
      expect(answer.body.code).toBe('not_a_signer');
    }
    expect((await call(portal, maria, 'signature-request', newRequest(document, [maria]))).status).toBe(409);
    expect((await call(portal, maria, 'signature-request', newRequest(document, [maria]))).body.code).toBe(
      'no_document',
    );
  });
});

test('a document keeps its bytes while it is out, and the sealed one forever', async () => {
  const document = await uploadPdf(clerk, maria.id, undefined, '2026/Keep.pdf');
  const sent = await send(portal, clerk, document, [maria]);
  const files = clerk.client.storage.from(DOCUMENTS);
  const key = `${maria.id}/2026/Keep.pdf`;
  const again = new Blob(['%PDF-1.4 other'], { type: 'application/pdf' });
  expect((await files.remove([key])).error).not.toBeNull();
  expect((await files.update(key, again)).error).not.toBeNull();
  expect((await files.move(key, `${maria.id}/2026/Kept.pdf`)).error).toBeNull();
  await signAll(portal, maria, sent);
  await sealedFile(portal, clerk, sent);
  const [sealed] = await portal.database.query<{ name: string }>(
    `select o.name from storage.objects o join public.signature_requests r on r.sealed_document_id = o.id where r.id = $1`,
    [sent.id],
  );
  const name = sealed?.name ?? '';
  expect(name).toBe(`${maria.id}/2026/Kept - signed.pdf`);
  expect((await files.remove([name])).error).not.toBeNull();
  expect((await files.update(name, again)).error).not.toBeNull();
  expect((await files.remove([`${maria.id}/2026/Kept.pdf`])).error).toBeNull();
  expect(
    (
      await call(
        portal,
        clerk,
        'signature-request',
        newRequest(
          (
            await portal.database.query<{ id: string }>(
              'select sealed_document_id as id from public.signature_requests where id = $1',
              [sent.id],
            )
          )[0]?.id ?? '',
          [maria],
        ),
      )
    ).body.code,
  ).toBe('has_signature');
});

test('no one writes events, not even the owner of the tables', async () => {
  const sent = await sentTo(maria);
  for (const statement of [
    `update public.signature_events set kind = 'signed' where request_id = $1`,
    'delete from public.signature_events where request_id = $1',
  ]) {
    await expect(portal.database.query(statement, [sent.id])).rejects.toThrow('never changed');
  }
  await portal.database.query(
    'alter table public.signature_events disable trigger signature_events_append_only',
  );
  await portal.database.query(`update public.signature_events set device = 'Other' where request_id = $1`, [
    sent.id,
  ]);
  await portal.database.query(
    'alter table public.signature_events enable trigger signature_events_append_only',
  );
  const { data } = await clerk.client.rpc('verify_signature_events', { request_id: sent.id }).throwOnError();
  expect(data).toBe(false);
});
