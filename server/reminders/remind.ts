import type { FastifyBaseLogger } from 'fastify';
import type { Business } from '#domain/business/business.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import { type DueGroup, dueNow, nextMorning } from '#domain/reminders/rules.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { type ClientReminders, readReminders } from './standing.ts';

interface Deps {
  database: Pick<Database, 'asOwner'>;
  office: { current(): Pick<Business, 'reminders' | 'timeZone'> };
  now: () => number;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

interface Round {
  client_id: string;
  is_new: boolean;
}

const NEXT_ROUND = `
  select client_id, next_look is null as is_new from nutmeg.reminder_rounds
  where next_look is null or next_look <= to_timestamp($1 / 1000.0)
  order by next_look nulls first limit 1 for update skip locked`;
const LOOK_AGAIN =
  'update nutmeg.reminder_rounds set next_look = to_timestamp($2 / 1000.0) where client_id = $1';
const LATER = "update nutmeg.reminder_rounds set next_look = now() + interval '1 hour' where client_id = $1";
const FORGET = 'delete from nutmeg.reminder_rounds where client_id = $1';
const SENT = `
  insert into nutmeg.reminders (client_id, day, groups) values ($1, $2, $3)
  on conflict do nothing returning client_id`;
const WRITE = `
  update nutmeg.reminders set
    mail_id = nutmeg.write_letter($3, 'reminder', $4),
    text_id = nutmeg.write_text(nutmeg.consented_number($5), 'reminder', '{}', $6)
  where client_id = $1 and day = $2`;

/**
 * Looks at one client whose morning has come. Returns whether there was one. All in one transaction, which several
 * servers do for different clients: a server that is killed has sent nothing, or everything.
 */
export async function remindOne(deps: Deps): Promise<boolean> {
  const { database, log } = deps;
  let clientId: string | undefined;
  try {
    return await database.asOwner(async (tx) => {
      const moment = deps.now();
      const { rows } = await tx.query<Round>(NEXT_ROUND, [moment]);
      const [round] = rows;
      if (!round) return false;
      clientId = round.client_id;
      await look(tx, round, moment, deps);
      return true;
    });
  } catch (err) {
    if (clientId === undefined) throw err;
    // One client that can't be read must not hold up the others. Throws if the database is gone.
    await database.asOwner((tx) => tx.query(LATER, [clientId]));
    log.warn(
      { err, client: clientId },
      'the reminders of a client could not be sent; tried again in an hour',
    );
    return true;
  }
}

async function look(
  tx: Transaction,
  { client_id: clientId, is_new: isNew }: Round,
  moment: number,
  { office }: Deps,
): Promise<void> {
  const { reminders: rules, timeZone } = office.current();
  const found = await readReminders(tx, clientId, timeZone);
  const { standing, person } = found;
  if (standing.requests.length === 0) {
    await tx.query(FORGET, [clientId]);
    return;
  }
  // One that is new waits for its first morning, so that nothing goes out in the afternoon.
  const groups = isNew ? [] : dueNow(moment, standing, rules);
  if (groups.length > 0 && person) await send(tx, clientId, found, groups, moment);
  await tx.query(LOOK_AGAIN, [clientId, nextMorning(moment, standing.timeZone)]);
}

async function send(
  tx: Transaction,
  clientId: string,
  { person, standing }: ClientReminders,
  groups: readonly DueGroup[],
  moment: number,
): Promise<void> {
  if (!person) return;
  const day = zonedClock(standing.timeZone).dayOf(moment);
  const facts = groups.map(({ dueOn, ...group }) => ({ ...group, due_on: dueOn }));
  const { rows } = await tx.query(SENT, [clientId, day, JSON.stringify(facts)]);
  if (rows.length === 0) return;
  const letter = {
    first_name: person.firstName,
    client_id: clientId,
    is_other: person.id !== clientId,
    groups: facts,
  };
  await tx.query(WRITE, [clientId, day, person.email, JSON.stringify(letter), person.id, person.language]);
}
