import { zonedClock } from '#domain/office-time/zoned.ts';
import type { DueGroup, Standing } from '#domain/reminders/rules.ts';
import type { Transaction } from '#server/database/database.ts';
import { NO_SIGNER, type Reminded } from './standing.ts';

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
