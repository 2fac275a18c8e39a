import { z } from 'zod';
import type { ClientReminderState } from '#contract/reminders.ts';
import { english } from '#domain/language/english.ts';
import { type DueGroup, everythingOpen, nextReminder } from '#domain/reminders/rules.ts';
import { refusalWords } from '#domain/reminders/words.ts';
import { type Database, sqlState } from '#server/database/database.ts';
import { remindNow } from '#server/reminders/remind.ts';
import { NO_SIGNER, readReminders } from '#server/reminders/standing.ts';
import { type FunctionDeps, forPerson, jsonOf, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps extends FunctionDeps {
  database: Pick<Database, 'asOwner' | 'query' | 'runAs'>;
  /** The client that a ticket is for; undefined for an invalid ticket. */
  readTicket(ticket: string): string | undefined;
}

/** Of one client, for all who have the link. */
const PAUSES = { points: 20, seconds: 3600 };
/** Of one person: each may send a mail and a text. */
const SENDS = { name: 'send reminder', points: 120, seconds: 3600 };
const NO_DATA = 'P0002';
const STAFF = ['is_staff', 'Only staff can do this', 'staff_only'] as const;

const pause = z.object({ ticket: z.string().max(200), how: z.enum(['week', 'always']) });
const SENT = `
  select r.sent_at, r.groups, r.text_id is not null as has_text,
    coalesce(nutmeg.display_name(p), '') as signer, r.signer_id <> '${NO_SIGNER}' as is_of_signer
  from nutmeg.reminders r left join public.user_profiles p on p.user_id = r.signer_id
  where r.client_id = $1 order by r.day desc, r.signer_id limit 20`;

const ofClient = z.object({ client: z.uuid() });
const NO_CLIENT = ['No such client'] as const;

interface Sent {
  sent_at: Date;
  groups: ClientReminderState['open'];
  has_text: boolean;
  signer: string;
  is_of_signer: boolean;
}

export function reminderFunctions(deps: Deps): Functions {
  const { database, office, readTicket, buckets } = deps;
  return {
    /** `POST {ticket, how}`: from the link in a mail, without a login. It only pauses. */
    'pause-reminders': {
      method: 'POST',
      answer: async (request) => {
        const asked = pause.safeParse(await jsonOf(request)).data;
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
    /**
     * For staff. `GET ?client=<id>`: when the next reminder goes out, and which were sent. `POST {client}` sends one of
     * everything that is open, at most once a day; a refusal is 409 with a code of domain/reminders/rules.ts.
     */
    reminders: [
      forPerson(deps, {
        method: 'GET',
        only: STAFF,
        schema: ofClient,
        invalid: NO_CLIENT,
        answer: async ({ client }) => Response.json(await stateOf(client)),
      }),
      forPerson(deps, {
        method: 'POST',
        only: STAFF,
        limit: SENDS,
        schema: ofClient,
        invalid: NO_CLIENT,
        answer: async ({ client }, { personId, address }) => {
          const refused = await remindNow(deps, client, { id: personId, address });
          return refused ? refusal(409, english(refusalWords[refused]), refused) : Response.json({});
        },
      }),
    ],
  };

  function stateOf(clientId: string): Promise<ClientReminderState> {
    return database.asOwner(async (tx) => {
      const { reminders: rules, timeZone } = office.current();
      const { person, offByName, standing, signers } = await readReminders(tx, clientId, timeZone);
      const next = person ? nextReminder(Date.now(), standing, rules) : undefined;
      const { rows: sent } = await tx.query<Sent>(SENT, [clientId]);
      const { pausedUntil } = standing;
      return {
        is_office_on: rules.isOn,
        has_recipient: person !== null,
        is_off: standing.isOff,
        off_by_name: offByName,
        is_paused: pausedUntil !== null && pausedUntil > Date.now(),
        paused_until:
          pausedUntil === null || !Number.isFinite(pausedUntil) ? null : new Date(pausedUntil).toISOString(),
        next: next ? { at: new Date(next.at).toISOString(), groups: shown(next.groups) } : null,
        open: shown(everythingOpen(Date.now(), standing)),
        signers: signers.map(({ person: { id }, name, standing: own }) => {
          const due = nextReminder(Date.now(), own, rules);
          return {
            id,
            name,
            next: due ? new Date(due.at).toISOString() : null,
            count: own.requests.length,
          };
        }),
        sent: sent.map(({ sent_at, groups, has_text, signer, is_of_signer }) => ({
          at: sent_at.toISOString(),
          groups: shown(groups),
          has_text,
          to: is_of_signer ? signer : null,
        })),
      };
    });
  }
}

const gone = () => refusal(404, 'This link is not valid', 'gone');

const shown = (groups: readonly Pick<DueGroup, 'source' | 'year' | 'count'>[]) =>
  groups.map(({ source, year, count }) => ({ source, year, count }));
