import { randomUUID } from 'node:crypto';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import type { Attempt, Fixtures, Outcome } from '../../types.ts';
import { outcomeOf } from '../outcome.ts';

/** What the office keeps about A. */
async function insertDetails({ portal, a }: Fixtures): Promise<void> {
  await portal.database.query('delete from public.client_details where client_id = $1', [a]);
  await portal.database.query("insert into public.client_details (client_id, tags) values ($1, '{early}')", [
    a,
  ]);
}

/** Opens a client without a login. Returns its id. */
export async function openWalkIn({ portal }: Fixtures): Promise<string> {
  const id = randomUUID();
  await portal.database.query('insert into auth.users (id, email) values ($1, null)', [id]);
  await portal.database.query(
    `insert into public.user_profiles (user_id, email, first_name, last_name) values ($1, '', 'Walk', 'In')`,
    [id],
  );
  return id;
}

async function currentYear({ portal }: Fixtures): Promise<number> {
  const [row] = await portal.database.query<{ year: number }>('select nutmeg.office_year() as year');
  return row?.year ?? 0;
}

const save =
  (idOf: (attempt: Attempt) => Promise<string>, more: object = {}) =>
  async (attempt: Attempt): Promise<Outcome> =>
    outcomeOf(
      await attempt.client.rpc('save_client', {
        client_id: await idOf(attempt),
        kind: 'person',
        first_name: 'Walk',
        last_name: 'In',
        ...more,
      }),
    );

const newId = async () => randomUUID();
const ofA = async ({ fixtures }: Attempt) => fixtures.a;
const ofWalkIn = ({ fixtures }: Attempt) => openWalkIn(fixtures);

/** An invitation to A's client that B has accepted. Returns its id. */
async function insertAccepted({ portal, a, b }: Fixtures): Promise<string> {
  const id = randomUUID();
  await portal.database.query('update nutmeg.client_invitations set closed_at = now() where client_id = $1', [
    a,
  ]);
  await portal.database.query(
    `insert into nutmeg.client_invitations (
       id, client_id, relation, rights, name, code_hash, question, answer_hash, invited_by, accepted_by, accepted_at
     ) values ($1, $2, 'helper', '{see}', 'B', uuid_send($1), 'zip', '', $2, $3, now())`,
    [id, a, b],
  );
  return id;
}

const submitForm =
  (idOf: (attempt: Attempt) => Promise<string>) =>
  async (attempt: Attempt): Promise<Outcome> => {
    const user_id = await idOf(attempt);
    const form = { user_id, year: await currentYear(attempt.fixtures), form_data: newClientForm };
    return outcomeOf(await attempt.client.from('tax_forms').insert(form, { count: 'exact' }));
  };

export const walkInOperations = {
  "read A's details": async ({ client, fixtures }: Attempt) => {
    await insertDetails(fixtures);
    return outcomeOf(
      await client.from('client_details').select('*', { count: 'exact' }).eq('client_id', fixtures.a),
    );
  },
  "write A's details": async ({ client, fixtures: { portal, a } }: Attempt) => {
    await portal.database.query('delete from public.client_details where client_id = $1', [a]);
    return outcomeOf(
      await client.from('client_details').insert({ client_id: a, tags: ['vip'] }, { count: 'exact' }),
    );
  },
  "change A's details": async ({ client, fixtures }: Attempt) => {
    await insertDetails(fixtures);
    return outcomeOf(
      await client
        .from('client_details')
        .update({ tags: ['vip'] }, { count: 'exact' })
        .eq('client_id', fixtures.a),
    );
  },
  "assign A to someone who isn't staff": async ({ client, fixtures }: Attempt) => {
    await insertDetails(fixtures);
    return outcomeOf(
      await client
        .from('client_details')
        .update({ preparer_id: fixtures.b }, { count: 'exact' })
        .eq('client_id', fixtures.a),
    );
  },
  "archive A's details directly": async ({ client, fixtures }: Attempt) => {
    await insertDetails(fixtures);
    return outcomeOf(
      await client
        .from('client_details')
        .update({ archived_at: new Date().toISOString() }, { count: 'exact' })
        .eq('client_id', fixtures.a),
    );
  },
  "delete A's details": async ({ client, fixtures }: Attempt) => {
    await insertDetails(fixtures);
    return outcomeOf(
      await client.from('client_details').delete({ count: 'exact' }).eq('client_id', fixtures.a),
    );
  },
  'archive a client': async (attempt: Attempt) =>
    outcomeOf(
      await attempt.client.rpc('archive_client', { client_id: await ofWalkIn(attempt), archived: true }),
    ),
  'open a client without a login': save(newId),
  'open a client without a name': save(newId, { first_name: '', last_name: ' ' }),
  'rename a client without a login': save(ofWalkIn, { last_name: 'Renamed' }),
  'rename client A, who has a login': save(ofA),
  'submit the form of a client without a login': submitForm(ofWalkIn),
  'keep a draft for a client without a login': async (attempt: Attempt) => {
    const draft = {
      user_id: await ofWalkIn(attempt),
      year: await currentYear(attempt.fixtures),
      form_data: {},
      version: 1,
    };
    return outcomeOf(await attempt.client.from('tax_form_drafts').insert(draft, { count: 'exact' }));
  },
  'invite a person to A': async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client.rpc('invite_to_client', {
        invitation_id: randomUUID(),
        client_id: fixtures.a,
        relation: 'helper',
        rights: ['see'],
        person_name: 'Ben',
        question: 'zip',
        answer: '06120',
      }),
    ),
  "list A's members with their addresses": async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('case_members', { client_id: fixtures.a })),
  'list the other clients of A': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('clients_of_person', { person_id: fixtures.a })),
  "list A's invitations": async ({ client, fixtures }: Attempt) => {
    await insertAccepted(fixtures);
    return outcomeOf(
      await client.rpc('client_invitations', { client_id: fixtures.a }, { get: true, count: 'exact' }),
    );
  },
  'list the invitations that wait': async ({ client, fixtures }: Attempt) => {
    await insertAccepted(fixtures);
    return outcomeOf(await client.rpc('waiting_invitations', {}, { get: true, count: 'exact' }));
  },
  'confirm an invitation to A': async (attempt: Attempt) => {
    const invitation_id = await insertAccepted(attempt.fixtures);
    const result = await attempt.client.rpc('close_client_invitation', { invitation_id, confirm: true });
    const { portal, a, b } = attempt.fixtures;
    await portal.database.query('delete from public.client_members where client_id = $1 and user_id = $2', [
      a,
      b,
    ]);
    return outcomeOf(result);
  },
  'try a code that does not exist': async ({ client, fixtures }: Attempt) => {
    await fixtures.portal.database.query('delete from nutmeg.invitation_misses');
    return outcomeOf(await client.rpc('accept_client_invitation', { code: 'ABCDEFGHJK' }));
  },
  'reveal a form that does not exist': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('reveal_tax_form', { form_id: randomUUID(), reason: 'To copy it' })),
  'approve a return on paper that does not exist': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('approve_on_paper', { return_id: randomUUID(), signature: 'Walk In' })),
};
