import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { DOCUMENTS, refusal, tokenOf } from '../support/storage.ts';
import { begun, patch, tus } from '../support/tus.ts';

const portal = portalForFile();
let clerk: Person;
/** The client. */
let maria: Person;
/** Belongs to Maria's client; each test says as what. */
let john: Person;
/** `limits.bytesPerClient` of the demo office. */
const MOST = 20_000_000_000;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  [maria, john] = await Promise.all([createPerson(portal), createPerson(portal)]);
});

const documents = ({ client }: Person) => client.storage.from(DOCUMENTS);

async function join(relation: string, rights: string[], more: object = {}): Promise<void> {
  const member = { client_id: maria.id, member_id: john.id, relation, rights, ...more };
  await clerk.client.rpc('save_client_member', member).throwOnError();
}
const leave = () =>
  clerk.client.rpc('end_client_member', { client_id: maria.id, member_id: john.id }).throwOnError();

describe('an unfinished upload', () => {
  const begin = async (by: Person) =>
    begun(portal, {
      bucket: DOCUMENTS,
      key: `${maria.id}/scan.txt`,
      length: 15_000,
      bearer: await tokenOf(by.client),
    });
  const cancel = async (by: Person, at: string) =>
    (await tus(portal, { method: 'DELETE', at, bearer: await tokenOf(by.client) })).status;
  const mayCancel = async (by: Person) =>
    (await by.client.rpc('unfinished_uploads', { owner: maria.id }).throwOnError()).data.map(
      ({ mine, may_cancel }: { mine: boolean; may_cancel: boolean }) => [mine, may_cancel],
    );

  test('of a helper is canceled by the client or by staff, also after the helper left', async () => {
    await join('helper', ['see', 'upload']);
    const at = await begin(john);
    expect(await mayCancel(john)).toEqual([[true, true]]);
    expect(await mayCancel(maria)).toEqual([[false, true]]);
    expect(await cancel(maria, at)).toBe(204);
    const again = await begin(john);
    await leave();
    expect(await mayCancel(clerk)).toEqual([[false, true]]);
    expect(await cancel(clerk, again)).toBe(204);
    expect(await mayCancel(maria)).toEqual([]);
  });

  test('of the client is not canceled by a helper, by a spouse of the past, or by a stranger', async () => {
    const at = await begin(maria);
    await join('helper', ['see', 'upload']);
    expect(await mayCancel(john)).toEqual([[false, false]]);
    expect(await cancel(john, at)).toBe(404);
    await join('spouse', ['see'], { last_year: year - 1 });
    expect(await cancel(john, at)).toBe(404);
    await leave();
    expect(await cancel(john, at)).toBe(404);
    await join('spouse', ['see', 'upload']);
    expect(await cancel(john, at)).toBe(204);
  });

  test.each([
    ['the helper left', () => leave()],
    ['another file has its name', () => documents(clerk).upload(`${maria.id}/scan.txt`, 'another')],
  ])('of a helper takes no room once %s', async (_what, happens) => {
    await join('helper', ['see', 'upload']);
    const key = `${maria.id}/scan.txt`;
    const at = await begin(john);
    await patch(portal, at, 0, Buffer.alloc(5000, 'a'), { bearer: await tokenOf(john.client) });
    await portal.database.query('update nutmeg.storage_use set bytes = $2 where owner_id = $1', [
      maria.id,
      MOST - 5000,
    ]);
    const text = (name: string) =>
      documents(maria).upload(`${maria.id}/${name}`, new Blob(['b'.repeat(4000)], { type: 'text/plain' }));
    expect(refusal(await text('before.txt'))).toMatchObject({ statusCode: '413' });
    await happens();
    expect((await text('after.txt')).error).toBeNull();
    expect(await portal.database.query('select from storage.uploads where key = $1', [key])).toEqual([]);
  });
});
