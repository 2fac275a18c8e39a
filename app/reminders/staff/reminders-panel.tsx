import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import type { ClientReminderState } from '#contract/reminders.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { groupsInWords } from '#domain/reminders/words.ts';
import { clientRemindersQuery, sendReminder } from '../queries.ts';
import { TextConsent } from './text-consent.tsx';

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
              onPress={() =>
                void run(() =>
                  done(rest.rpc('turn_reminders', { client_id: client.user_id, off: !data.is_off })),
                )
              }
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
          {data.sent.length === 0 && <NothingHere>{t`No reminders sent yet.`}</NothingHere>}
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

interface SendNowProps extends Pick<ClientReminderState, 'open' | 'signers'> {
  clientId: string;
  onSent: () => Promise<void>;
}

/** Sends a reminder of everything that is open, after showing what that is. Nothing if nothing is open. */
function SendNow({ clientId, open, signers, onSent }: SendNowProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { run, busy, problem } = useAction(onSent);
  if (open.length === 0 && signers.length === 0) return null;

  async function send(): Promise<void> {
    if (await run(() => sendReminder(clientId, t))) setAsking(false);
  }

  return (
    <>
      <Button variant="secondary" size="small" onPress={() => setAsking(true)}>
        <Trans>Send a reminder now</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Send a reminder now?`}
        confirmLabel={t`Send now`}
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void send()}
      >
        <p>{t`One email about everything that is open:`}</p>
        <ul className="mt-2 list-disc pl-5">
          {open.length > 0 && <li>{groupsInWords(open, t)}</li>}
          {signers.map(({ id, name, count }) => (
            <li key={id}>
              <Trans>
                To {name}: <Plural value={count} one="# signature" other="# signatures" />
              </Trans>
            </li>
          ))}
        </ul>
        <Problem className="mt-3 text-ink">{problem}</Problem>
      </ConfirmDialog>
    </>
  );
}
