import type { FastifyBaseLogger } from 'fastify';
import type { Business } from '#domain/business/business.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import {
  type DueGroup,
  dueNow,
  everythingOpen,
  nextMorning,
  type ReminderRefusal,
  type Standing,
} from '#domain/reminders/rules.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { createWorker } from '#server/startup/worker.ts';
import { NO_SIGNER, type Reminded, readReminders } from './standing.ts';

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
  const { person, standing, signers } = await readReminders(tx, clientId, timeZone);
  if (standing.requests.length === 0 && signers.length === 0) {
    await tx.query(FORGET, [clientId]);
    return;
  }
  // One that is new waits for its first morning, so that nothing goes out in the afternoon.
  if (!isNew) {
    const all = [...(person ? [{ person, standing }] : []), ...signers];
    for (const one of all) await send(tx, clientId, one, dueNow(moment, one.standing, rules), moment);
  }
  await tx.query(LOOK_AGAIN, [clientId, nextMorning(moment, standing.timeZone)]);
}

const MINUTE = 60_000;
/** How often clients are looked for who may have something open. Their first reminder is days away. */
const FIND_EVERY = 60;
/** A busy morning is spread over some minutes, so that other mails are not delayed. */
const PER_ROUND = 300;

/** Reminds clients at 9 in their morning. Any number of servers can run it. */
export function startReminderWorker(deps: Omit<Deps, 'now'> & { database: Pick<Database, 'query'> }) {
  let rounds = 0;
  const worker = createWorker({
    round: async () => {
      if (rounds++ % FIND_EVERY === 0) await deps.database.query('select nutmeg.find_reminder_rounds()');
      for (let done = 0; done < PER_ROUND && !worker.isStopped(); done++) {
        if (!(await remindOne({ ...deps, now: Date.now }))) break;
      }
      return MINUTE;
    },
    onError: (err) =>
      deps.log.warn({ err }, 'the reminders could not be sent; they are tried again in a minute'),
    retryMs: MINUTE,
  });
  worker.wake();
  return worker;
}

interface Recipient {
  person: Reminded;
  /** Only of a signer. */
  name?: string;
  standing: Standing;
}

const RECORD_SENT = `
  insert into nutmeg.reminders (client_id, day, signer_id, groups) values ($1, $2, $3, $4)
  on conflict do nothing returning client_id`;
const WRITE = `
  update nutmeg.reminders set
    mail_id = nutmeg.write_letter($4, 'reminder', $5),
    text_id = nutmeg.write_text(nutmeg.consented_number($6), 'reminder', '{}', $7)
  where client_id = $1 and day = $2 and signer_id = $3`;

/** Queues the mail, and the text, of everything that is due; nothing if that is nothing. Once a day for each person. */
async function send(
  tx: Transaction,
  clientId: string,
  { person, name, standing }: Recipient,
  groups: readonly DueGroup[],
  moment: number,
): Promise<void> {
  if (groups.length === 0) return;
  const day = zonedClock(standing.timeZone).dayOf(moment);
  const facts = groups.map(({ dueOn, ...group }) => ({ ...group, due_on: dueOn }));
  const row = [clientId, day, name === undefined ? NO_SIGNER : person.id];
  const { rows } = await tx.query(RECORD_SENT, [...row, JSON.stringify(facts)]);
  if (rows.length === 0) return;
  const letter = {
    first_name: person.firstName,
    client_id: clientId,
    is_other: person.id !== clientId,
    groups: facts,
  };
  await tx.query(WRITE, [...row, person.email, JSON.stringify(letter), person.id, person.language]);
}

// Also waits for a server that looks at this client right now.
const LOCK = `
  insert into nutmeg.reminder_rounds (client_id) select id from public.clients where id = $1
  on conflict (client_id) do update set next_look = nutmeg.reminder_rounds.next_look`;
const SENT_ON = 'select from nutmeg.reminders where client_id = $1 and day = $2';
const RECORD = `
  insert into public.audit_log (actor_id, action, subject_id, address)
  values ($1, 'reminders.sent_now', $2, $3)`;

/**
 * Reminds a client of everything that is open, because a member of staff says so; `by` has their id and address. The days
 * of the office don't matter, and nor does that staff have turned reminders off. Returns why nothing was sent.
 */
export function remindNow(
  { database, office }: Pick<Deps, 'database' | 'office'>,
  clientId: string,
  by: { id: string; address: string },
): Promise<ReminderRefusal | undefined> {
  return database.asOwner(async (tx) => {
    await tx.query(LOCK, [clientId]);
    const moment = Date.now();
    const { person, standing, signers } = await readReminders(tx, clientId, office.current().timeZone);
    const recipients = [...(person ? [{ person, standing }] : []), ...signers].filter(
      (one) => one.standing.requests.length > 0,
    );
    if (standing.requests.length === 0 && recipients.length === 0) return 'nothing_open';
    if (recipients.length === 0) return 'no_recipient';
    if (standing.pausedUntil !== null && standing.pausedUntil > moment) return 'paused';
    const today = zonedClock(standing.timeZone).dayOf(moment);
    const { rows } = await tx.query(SENT_ON, [clientId, today]);
    if (rows.length > 0) return 'reminded_today';
    for (const one of recipients) {
      await send(tx, clientId, one, everythingOpen(moment, one.standing), moment);
    }
    await tx.query(RECORD, [by.id, clientId, by.address]);
    return undefined;
  });
}
