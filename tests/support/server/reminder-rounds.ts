import { demoOffice } from '#domain/business/demo-office.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import type { Database } from '#server/database/database.ts';
import { remindOne } from '#server/reminders/remind.ts';
import type { TestPortal } from './portal.ts';

/** The year of the office. */
export const { year } = officeDay(new Date(), 'America/New_York');

interface Deps {
  portal: Pick<TestPortal, 'database'>;
  database: Database;
  /** Gets what could not be sent. */
  warn?: (fields: object) => void;
}

/** Asks clients for documents, and reminds them as several servers do. */
export function reminderRounds({ portal, database, warn = () => undefined }: Deps) {
  const remind = async (now = Date.now) => {
    const office = { current: () => demoOffice };
    while (await remindOne({ database, office, now, log: { warn } }));
  };
  return {
    remind,
    ask: (client: string, name: string, daysAgo: number) =>
      portal.database.query(
        `insert into public.checklist_items (user_id, year, item, title, updated_at)
         values ($1, $2, 'asked:' || $3, $3, now() - make_interval(days => $4))`,
        [client, year, name, daysAgo],
      ),
    /** As on a morning, by so many servers. */
    look: async (client: string, now = Date.now, servers = 3) => {
      await portal.database.query(
        `insert into nutmeg.reminder_rounds values ($1, now() - interval '1 second')
         on conflict (client_id) do update set next_look = excluded.next_look`,
        [client],
      );
      await Promise.all(Array.from({ length: servers }, () => remind(now)));
      // The portal itself may have taken the row: this waits for its commit.
      await portal.database.query('select from nutmeg.reminder_rounds where client_id = $1 for update', [
        client,
      ]);
    },
    reminders: (client: string) =>
      portal.database.query<{
        groups: { source: string; count: number }[];
        has_mail: boolean;
        has_text: boolean;
      }>(
        `select groups, mail_id is not null as has_mail, text_id is not null as has_text
         from nutmeg.reminders where client_id = $1 order by day, signer_id`,
        [client],
      ),
  };
}
