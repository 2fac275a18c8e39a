import { randomUUID } from 'node:crypto';
import type { Attempt, Fixtures, Outcome } from '../types.ts';
import { openWalkIn } from './desk/walk-ins.ts';
import { outcomeOf } from './outcome.ts';

const everything = ['see', 'upload', 'answer', 'sign', 'manage'];

/** A person who belongs to no other client. Returns the id. */
async function insertStranger({ portal }: Fixtures): Promise<string> {
  const id = randomUUID();
  await portal.database.query('insert into auth.users (id, email) values ($1, $2)', [
    id,
    `${id}@stranger.example`,
  ]);
  await portal.database.query(
    `insert into public.user_profiles (user_id, email, first_name, last_name) values ($1, $2, 'Sam', 'Stone')`,
    [id, `${id}@stranger.example`],
  );
  return id;
}

async function insertMember(
  { portal }: Fixtures,
  { client, member, rights }: { client: string; member: string; rights: string[] },
): Promise<void> {
  await portal.database.query(
    `insert into public.client_members (client_id, user_id, relation, rights) values ($1, $2, 'helper', $3)
     on conflict (client_id, user_id) do update set rights = excluded.rights, ends_at = null, last_year = null`,
    [client, member, rights],
  );
}

/** So that they don't count among the members of A in other rows. */
const removeStrangers = ({ portal }: Fixtures) =>
  portal.database.query(`delete from auth.users where email like '%@stranger.example'`);

/** Forgets what the callers granted, since each row of the table must pass the limit for an hour. */
export const forgetGrants = ({ portal }: Fixtures) =>
  portal.database.query(
    `with members as (update public.client_members set granted_at = null)
     update nutmeg.client_invitations set created_at = created_at - interval '1 hour'`,
  );

const isMember = async (
  { portal }: Fixtures,
  client: string,
  member: string,
  rights = ['see'],
): Promise<Outcome> => {
  const rows = await portal.database.query(
    `select from public.client_members m
     where m.client_id = $1 and m.user_id = $2 and m.rights @> $3 and (m.ends_at is null or m.ends_at > now())`,
    [client, member, rights],
  );
  return rows.length > 0 ? 'true' : 'false';
};

/** Whether the person has these rights for A afterwards. */
const give =
  (member: (attempt: Attempt) => Promise<string>, rights: string[], more: object = {}) =>
  async (attempt: Attempt): Promise<Outcome> => {
    const { client, fixtures } = attempt;
    await forgetGrants(fixtures);
    const member_id = await member(attempt);
    const given = await client.rpc('save_client_member', {
      client_id: fixtures.a,
      member_id,
      relation: 'helper',
      rights,
      ...more,
    });
    const outcome = given.error ? outcomeOf(given) : await isMember(fixtures, fixtures.a, member_id, rights);
    await removeStrangers(fixtures);
    return outcome;
  };

const stranger = ({ fixtures }: Attempt) => insertStranger(fixtures);
const helperOfA =
  (rights: string[]) =>
  async ({ fixtures }: Attempt) => {
    const member = await insertStranger(fixtures);
    await insertMember(fixtures, { client: fixtures.a, member, rights });
    return member;
  };
const idOf = (caller: 'admin' | 'super') => async (attempt: Attempt) => attempt.fixtures.idOf[caller] ?? '';

/** What an admin asked for, for a person who is this or a stranger. */
async function askFor({ portal, a, idOf }: Fixtures, member: string): Promise<string> {
  const id = randomUUID();
  await portal.database.query(
    `update nutmeg.client_invitations set closed_at = now() where client_id = $1 and closed_at is null`,
    [a],
  );
  await portal.database.query(
    `insert into nutmeg.client_invitations (
       id, client_id, relation, rights, name, invited_by, accepted_by, accepted_at
     ) values ($1, $2, 'helper', '{see}', 'Sam', $3, $4, now())`,
    [id, a, idOf.admin, member],
  );
  return id;
}

const close =
  (confirm: boolean, member = stranger) =>
  async (attempt: Attempt): Promise<Outcome> => {
    const invitation_id = await askFor(attempt.fixtures, await member(attempt));
    const closed = await attempt.client.rpc('close_client_invitation', { invitation_id, confirm });
    await removeStrangers(attempt.fixtures);
    return outcomeOf(closed);
  };

/** A company with one person who acts for it. */
async function companyOf(fixtures: Fixtures): Promise<{ client_id: string; member_id: string }> {
  const client = await openWalkIn(fixtures);
  const member = await insertStranger(fixtures);
  await insertMember(fixtures, { client, member, rights: ['see', 'answer', 'sign'] });
  return { client_id: client, member_id: member };
}

/** What a membership with every right gives the caller, besides what they may do anyway. */
const asMember =
  (right: string) =>
  async ({ client, fixtures, ownId }: Attempt): Promise<Outcome> => {
    const company = await openWalkIn(fixtures);
    await insertMember(fixtures, {
      client: company,
      member: ownId,
      rights: ['see', 'upload', 'answer', 'sign'],
    });
    if (right === 'switch') {
      const { data } = await client.rpc('my_clients');
      await fixtures.portal.database.query('delete from auth.users where id = $1', [company]);
      return data?.some(({ client_id }: { client_id: string }) => client_id === company) ? 'true' : 'false';
    }
    const [made] = await fixtures.portal.database.query<{ id: string; sha: string }>(
      `insert into public.tax_returns (user_id, year, kind, status) values ($1, 2024, 'personal', 'ready_for_review')
       returning id, coalesce(document_sha256, '') as sha`,
      [company],
    );
    const approved = await client.rpc('approve_return', {
      return_id: made?.id,
      signature: 'Sam Stone',
      seen_sha256: made?.sha,
    });
    await fixtures.portal.database.query('delete from auth.users where id = $1', [company]);
    return outcomeOf(approved);
  };

export const grantOperations = {
  'give a stranger access to A': give(stranger, ['see', 'answer']),
  'give a helper of A more rights': give(helperOfA(['see']), ['see', 'answer', 'sign']),
  'give a helper of A fewer rights': give(helperOfA(['see', 'upload', 'answer']), ['see']),
  "end a helper's access to A by saving it": give(helperOfA(['see']), ['see'], { ends_at: '2020-01-01' }),
  'give oneself access to A': give(async ({ ownId }) => ownId, ['see']),
  'give the admin access to A': give(idOf('admin'), ['see']),
  'give the super access to A': give(idOf('super'), ['see']),
  "be A's own person": give(stranger, everything, { relation: 'self' }),
  'give 9,000 rights': give(stranger, Array(9000).fill('see')),
  'give access that never began': give(stranger, ['see'], { ends_at: '-infinity' }),
  'give access without sight': give(stranger, ['answer']),
  'confirm access to A that an admin asked for': close(true),
  'refuse access to A that an admin asked for': close(false),
  "confirm one's own access to A": close(true, async ({ ownId }) => ownId),
  'end the last person who acts for a company': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('end_client_member', await companyOf(fixtures))),
  'limit the last person who acts for a company': async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client.rpc('save_client_member', {
        ...(await companyOf(fixtures)),
        relation: 'helper',
        rights: ['see', 'answer', 'sign'],
        ends_at: new Date(Date.now() + 60_000).toISOString(),
      }),
    ),
  'switch to a client as its helper': asMember('switch'),
  'approve a return as a helper': asMember('sign'),
  'list what the admin granted': async ({ client, fixtures }: Attempt) => {
    await insertGranted(fixtures);
    return outcomeOf(await client.rpc('granted_access', { person: fixtures.idOf.admin }, { count: 'exact' }));
  },
  'end what the admin granted': async ({ client, fixtures }: Attempt) => {
    const { client_id, member_id } = await insertGranted(fixtures);
    const ended = await client.rpc('end_granted_access', { person: fixtures.idOf.admin });
    return ended.error ? outcomeOf(ended) : isMember(fixtures, client_id, member_id);
  },
};

/** One membership that the admin granted. */
async function insertGranted(fixtures: Fixtures): Promise<{ client_id: string; member_id: string }> {
  const company = await companyOf(fixtures);
  await fixtures.portal.database.query(
    `update public.client_members m set
       granted_by = case when m.client_id = $2 and m.user_id = $3 then $1::uuid end
     where m.granted_by = $1 or m.client_id = $2`,
    [fixtures.idOf.admin, company.client_id, company.member_id],
  );
  return company;
}
