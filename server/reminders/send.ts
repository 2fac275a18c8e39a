import type { Business } from '#domain/business/business.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import {
  type DueGroup,
  everythingOpen,
  type ReminderRefusal,
  type Standing,
} from '#domain/reminders/rules.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { NO_SIGNER, type Reminded, readReminders } from './standing.ts';

interface Recipient {
  person: Reminded;
  /** Only of a signer. */
  name?: string;
  standing: Standing;
}

const SENT = `
  insert into nutmeg.reminders (client_id, day, signer_id, groups) values ($1, $2, $3, $4)
  on conflict do nothing returning client_id`;
const WRITE = `
  update nutmeg.reminders set
    mail_id = nutmeg.write_letter($4, 'reminder', $5),
    text_id = nutmeg.write_text(nutmeg.consented_number($6), 'reminder', '{}', $7)
  where client_id = $1 and day = $2 and signer_id = $3`;

/** Queues the mail, and the text, of everything that is due; nothing if that is nothing. Once a day for each person. */
export async function send(
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
  const { rows } = await tx.query(SENT, [...row, JSON.stringify(facts)]);
  if (rows.length === 0) return;
  const letter = {
    first_name: person.firstName,
    client_id: clientId,
    is_other: person.id !== clientId,
    groups: facts,
  };
  await tx.query(WRITE, [...row, person.email, JSON.stringify(letter), person.id, person.language]);
}

interface Deps {
  database: Pick<Database, 'asOwner'>;
  office: { current(): Pick<Business, 'timeZone'> };
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
  { database, office }: Deps,
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
