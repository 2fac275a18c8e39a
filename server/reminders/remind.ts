import type { FastifyBaseLogger } from 'fastify';
import type { Business } from '#domain/business/business.ts';
import { dueNow, nextMorning } from '#domain/reminders/rules.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { createWorker } from '#server/startup/worker.ts';
import { send } from './send.ts';
import { readReminders } from './standing.ts';

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
