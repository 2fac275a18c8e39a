/** @module-tag faults-kills */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { CLIENTS_PER_LANE, Model, plan, wish } from '#tests/support/ledger-model.ts';
import { databaseForFile } from '#tests/support/test-database.ts';

const OPERATIONS = 10_000;
const LANES = 4;

const database = databaseForFile();
const staff = randomUUID();
const session = randomUUID();

beforeAll(async () => {
  await addPerson(staff);
  await database.query(`update public.user_profiles set role = 'admin' where user_id = $1`, [staff]);
  await database.query(`insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal2')`, [
    session,
    staff,
  ]);
});

async function addPerson(id: string): Promise<void> {
  const email = `${id}@mail.example`;
  await database.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
     values ($1, $2, '', now(), '{"first_name":"Ana","last_name":"Lopez"}')`,
    [id, email],
  );
  await database.query(
    `insert into public.user_profiles (user_id, email, first_name, last_name) values ($1, $2, 'Ana', 'Lopez')
     on conflict (user_id) do nothing`,
    [id, email],
  );
}

/** A connection as the staff person, opened again after it was killed. */
class Line {
  private client: pg.Client | undefined;
  kills = 0;

  async open(): Promise<pg.Client> {
    if (this.client) return this.client;
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`select set_config('nutmeg.staff_mfa', 'optional', false)`);
    await client.query(`select set_config('request.jwt.claims', $1, false)`, [
      JSON.stringify({ sub: staff, role: 'authenticated', session_id: session, aal: 'aal2' }),
    ]);
    await client.query('set role authenticated');
    this.client = client;
    return client;
  }

  /** Runs a call until its outcome is known: true if it was done, false if it was refused. */
  async call(sql: string, values: unknown[], killed: boolean): Promise<boolean> {
    let kill = killed;
    for (;;) {
      const client = await this.open();
      try {
        const answer = client.query(sql, values);
        if (kill) {
          const pid = (client as unknown as { processID: number }).processID;
          void database.query('select pg_terminate_backend($1)', [pid]);
          this.kills += 1;
        }
        kill = false;
        await answer;
        return true;
      } catch (error) {
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        if (code === '23514') return false;
        if (code !== undefined && code !== '57P01') throw error;
        this.client = undefined;
        await client.end().catch(() => undefined);
      }
    }
  }

  async close(): Promise<void> {
    await this.client?.end().catch(() => undefined);
  }
}

test(`${OPERATIONS} random transactions, with connections killed and requests repeated, leave the books right`, async () => {
  const lanes = await Promise.all(
    Array.from({ length: LANES }, async () => {
      const models = Array.from({ length: CLIENTS_PER_LANE }, () => new Model(randomUUID()));
      for (const { id } of models) {
        await addPerson(id);
        // No mails: staff may send a person 20 an hour.
        await database.query(`update public.user_profiles set email = '' where user_id = $1`, [id]);
      }
      return models;
    }),
  );
  const counts = { done: 0, refused: 0, kills: 0, twice: 0 };
  const seed = Number(process.env.LEDGER_SEED ?? Date.now() % 2 ** 31);
  // Several lanes at once: they share the numbers, but no client.
  await Promise.all(
    lanes.map(async (models, lane) => {
      const [line, other] = [new Line(), new Line()];
      const wishes = fc.sample(wish, { numRuns: OPERATIONS / LANES, seed: seed + lane });
      for (const [index, asked] of wishes.entries()) {
        const model = models[asked.client];
        const next = model && plan(model, asked);
        if (!next) continue;
        const { sql, values } = next;
        const calls = [line.call(sql, values, asked.killed)];
        if (asked.twice) calls.push(other.call(sql, values, false));
        const outcomes = await Promise.all(calls);
        const about = `seed ${seed}, lane ${lane}, operation ${index}: ${sql} ${JSON.stringify(asked)}`;
        // Two voids of one bill are two transactions with one id: both are answered.
        for (const outcome of outcomes) expect(outcome, about).toBe(next.isAllowed);
        if (next.isAllowed) next.apply();
        counts[next.isAllowed ? 'done' : 'refused'] += 1;
        if (asked.twice) counts.twice += 1;
      }
      counts.kills += line.kills;
      await Promise.all([line.close(), other.close()]);
    }),
  );
  console.log(`ledger: ${JSON.stringify(counts)}, seed ${seed}`);
  expect(counts.done).toBeGreaterThan(OPERATIONS / 3);
  expect(counts.kills).toBeGreaterThan(100);

  expect(await database.query('select * from nutmeg.ledger_problems()')).toEqual([]);
  for (const model of lanes.flat()) {
    const [books] = await database.query<{ credit: string; cash: string; owed: string }>(
      `select coalesce(sum(-e.amount_cents) filter (where e.account = 'credit'), 0) as credit,
         coalesce(sum(e.amount_cents) filter (where e.account = 'cash'), 0) as cash,
         coalesce(sum(e.amount_cents) filter (where e.account = 'receivable'), 0) as owed
       from public.ledger_entries e where e.client_id = $1`,
      [model.id],
    );
    expect({ credit: Number(books?.credit), cash: Number(books?.cash), owed: Number(books?.owed) }).toEqual({
      credit: model.credit,
      cash: model.cash,
      owed: model.bills.reduce((sum, { balance }) => sum + balance, 0),
    });
    const bills = await database.query<Record<string, string>>(
      `select id, total_cents, balance_cents, written_off_cents, refunded_cents from public.invoices
       where client_id = $1`,
      [model.id],
    );
    const stored = new Map(bills.map((bill) => [bill.id, bill]));
    expect(stored.size).toBe(model.bills.length);
    for (const bill of model.bills) {
      const row = stored.get(bill.id);
      expect(
        [row?.total_cents, row?.balance_cents, row?.written_off_cents, row?.refunded_cents].map(Number),
      ).toEqual([bill.total, bill.balance, bill.writtenOff, bill.refunded]);
    }
  }
});

test('no one can change or remove what is in the ledger, and no transaction is out of balance', async () => {
  const [transaction] = await database.query<{ id: string; client_id: string }>(
    'select id, client_id from public.ledger_transactions limit 1',
  );
  for (const sql of [
    `update public.ledger_transactions set amount_cents = 1 where id = '${transaction?.id}'`,
    `delete from public.ledger_transactions where id = '${transaction?.id}'`,
    `update public.ledger_entries set amount_cents = amount_cents + 1`,
    `delete from public.ledger_entries`,
    `truncate public.ledger_entries`,
  ]) {
    await expect(database.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  }
  await expect(
    database.query(
      `insert into public.ledger_entries (transaction_id, client_id, account, amount_cents) values ($1, $2, 'cash', 5)`,
      [transaction?.id, transaction?.client_id],
    ),
  ).rejects.toMatchObject({ code: '23514' });
});
