import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import type { ClientReminderState } from '#contract/reminders.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { groupsInWords } from '#domain/reminders/words.ts';
import { clientRemindersQuery, reminderActions } from '../queries.ts';
import { SendNow } from './send-now.tsx';
import { TextConsent } from './text-consent.tsx';

/** A client's reminders: when the next goes out, which were sent, and whether they come at all. */
export function RemindersPanel({ client }: { client: Profile }) {
  const { t } = useLingui();
  const { dateAndTime, recentDateAndTime } = useDates();
  const queries = useQueryClient();
  const query = clientRemindersQuery(client.user_id);
  const { data, error } = useQuery(query);
  const { run, busy, problem } = useAction(() => queries.invalidateQueries({ queryKey: query.queryKey }));
  return (
    <Panel
      id="case-reminders"
      title={t`Reminders`}
      actions={
        data && (
          <>
            <SendNow
              clientId={client.user_id}
              open={data.open}
              signers={data.signers}
              onSent={() => queries.invalidateQueries({ queryKey: query.queryKey })}
            />
            <Button
              variant="secondary"
              size="small"
              busy={busy}
              onPress={() => void run(() => reminderActions.turn(client.user_id, !data.is_off))}
            >
              {data.is_off ? t`Turn on reminders` : t`Turn off reminders`}
            </Button>
          </>
        )
      }
    >
      {(problem ?? error) && <Banner kind="danger">{problem ?? messageOf(error, t)}</Banner>}
      {!data && !error && <Skeleton className="h-9" />}
      {data && (
        <div className="flex flex-col gap-2 text-sm">
          <p aria-live="polite">{standingInWords(data, dateAndTime, t)}</p>
          {data.signers.map(({ id, name, next }) => (
            <p key={id}>
              {next === null
                ? t`${name} still has to sign. No reminder is planned.`
                : t`${name} still has to sign. Next reminder: ${{ at: dateAndTime(next) }}.`}
            </p>
          ))}
          {data.sent.length > 0 && (
            <ul aria-label={t`Reminders sent`} className="divide-y divide-line">
              {data.sent.map(({ at, groups, has_text, to }) => (
                <li key={`${at} ${to}`} className="flex flex-wrap justify-between gap-x-3 py-1.5">
                  <span className="min-w-0">
                    {to === null
                      ? groupsInWords(groups, t)
                      : t`To ${{ name: to }}: ${{ about: groupsInWords(groups, t) }}`}
                  </span>
                  <span className="figures text-muted">
                    {has_text ? t`${{ at: recentDateAndTime(at) }}, also as a text` : recentDateAndTime(at)}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {data.sent.length === 0 && (
            <NothingHere>
              <Trans>No reminders sent yet.</Trans>
            </NothingHere>
          )}
        </div>
      )}
      <TextConsent client={client} />
    </Panel>
  );
}

/** Why there is none, or when the next one goes out. */
function standingInWords(
  { is_office_on, has_recipient, is_off, off_by_name, is_paused, paused_until, next }: ClientReminderState,
  dateAndTime: (at: string) => string,
  t: Translate,
): string {
  if (!is_office_on) return t(msg`Reminders are turned off for all clients.`);
  if (is_off) {
    return off_by_name
      ? t(msg`Turned off by ${{ name: off_by_name }}.`)
      : t(msg`Turned off for this client.`);
  }
  if (!has_recipient) return t(msg`This client has no login, so no reminders go out.`);
  if (is_paused && paused_until === null) return t(msg`The client paused reminders until they turn them on.`);
  if (next) return t(msg`Next: ${{ at: dateAndTime(next.at) }}. ${{ about: groupsInWords(next.groups, t) }}`);
  if (is_paused && paused_until !== null) {
    return t(msg`The client paused reminders until ${{ at: dateAndTime(paused_until) }}.`);
  }
  return t(msg`Nothing to remind of.`);
}
