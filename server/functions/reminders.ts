import { z } from 'zod';
import type { ClientReminderState } from '#contract/reminders.ts';
import { nextReminder } from '#domain/reminders/rules.ts';
import { type Database, sqlState } from '#server/database/database.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import type { Office } from '#server/office/office.ts';
import { readReminders } from '#server/reminders/standing.ts';
import type { Functions } from './service.ts';

interface Deps {
  database: Pick<Database, 'asOwner' | 'query' | 'runAs'>;
  office: Pick<Office, 'current'>;
  /** The client that a ticket is for; undefined for an invalid ticket. */
  readTicket(ticket: string): string | undefined;
  buckets: TokenBuckets;
  now?: () => number;
}

/** Of one client, for all who have the link. */
const PAUSES = { points: 20, seconds: 3600 };
const NO_DATA = 'P0002';

const pause = z.object({ ticket: z.string().max(200), how: z.enum(['week', 'always']) });
const SENT = `
  select sent_at, groups, text_id is not null as has_text from nutmeg.reminders
  where client_id = $1 order by day desc limit 20`;
const CHOICE = 'select off_at, off_by_name from nutmeg.reminder_choices where client_id = $1';

interface Choice {
  off_at: Date | null;
  off_by_name: string | null;
}

export function reminderFunctions({
  database,
  office,
  readTicket,
  buckets,
  now = Date.now,
}: Deps): Functions {
  return {
    /** `POST {ticket, how}`: from the link in a mail, without a login. It only pauses. */
    'pause-reminders': {
      method: 'POST',
      answer: async (request) => {
        const asked = pause.safeParse(await request.json().catch(() => undefined)).data;
        const clientId = asked && readTicket(asked.ticket);
        if (!asked || clientId === undefined) return gone();
        await buckets.take([{ key: ['pause reminders', clientId], ...PAUSES }]);
        try {
          await database.query('select nutmeg.pause_reminders($1, $2)', [clientId, asked.how]);
        } catch (error) {
          if (sqlState(error) === NO_DATA) return gone();
          throw error;
        }
        return Response.json({});
      },
    },
    /** `GET ?client=<id>`: for staff, when the next reminder goes out, and which were sent. */
    reminders: {
      method: 'GET',
      signedIn: true,
      answer: async (request, call) => {
        const { rows } = await database.runAs<{ staff: boolean }>(await call.caller(), {
          text: 'select public.is_staff() as staff',
        });
        if (!rows[0]?.staff) return Response.json({ message: 'Only staff can see this.' }, { status: 403 });
        const client = z.uuid().safeParse(new URL(request.url).searchParams.get('client'));
        if (!client.success) return Response.json({ message: 'No such client' }, { status: 400 });
        return Response.json(await stateOf(client.data));
      },
    },
  };

  function stateOf(clientId: string): Promise<ClientReminderState> {
    return database.asOwner(async (tx) => {
      const { reminders: rules, timeZone } = office.current();
      const { person, standing } = await readReminders(tx, clientId, timeZone);
      const next = person ? nextReminder(now(), standing, rules) : undefined;
      const { rows: sent } = await tx.query<{
        sent_at: Date;
        groups: ClientReminderState['sent'][number]['groups'];
        has_text: boolean;
      }>(SENT, [clientId]);
      const { rows: choices } = await tx.query<Choice>(CHOICE, [clientId]);
      const { pausedUntil } = standing;
      return {
        is_office_on: rules.isOn,
        has_recipient: person !== null,
        is_off: standing.isOff,
        off_by_name: choices[0]?.off_by_name ?? null,
        is_paused: pausedUntil !== null && pausedUntil > now(),
        paused_until:
          pausedUntil === null || !Number.isFinite(pausedUntil) ? null : new Date(pausedUntil).toISOString(),
        next: next
          ? {
              at: new Date(next.at).toISOString(),
              groups: next.groups.map(({ source, year, count }) => ({ source, year, count })),
            }
          : null,
        sent: sent.map(({ sent_at, groups, has_text }) => ({
          at: sent_at.toISOString(),
          groups: groups.map(({ source, year, count }) => ({ source, year, count })),
          has_text,
        })),
      };
    });
  }
}

const gone = () => Response.json({ code: 'gone', message: 'This link is not valid' }, { status: 404 });
