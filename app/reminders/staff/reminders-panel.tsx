import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, done } from '#app/shared/api/done.ts';
import { failureOf, messageOf } from '#app/shared/api/error-wording.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { functionQuery, type RowOf } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import type { ClientReminderState } from '#contract/reminders.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { reminderRefusals } from '#domain/reminders/rules.ts';
import { groupsInWords, refusalWords } from '#domain/reminders/words.ts';
import { textInWords } from '#domain/texts/names.ts';
import { consentWords } from '#domain/texts/wording.ts';

export function RemindersPanel({ client }: { client: Profile }) {
  const { t } = useLingui();
  const { dateAndTime, recentDateAndTime } = useDates();
  const { user_id } = client;
  const { data, error, refetch } = useQuery({
    queryKey: ['case', user_id, 'reminders'] as const,
    queryFn: ({ signal }) =>
      callOwn<ClientReminderState>(`/functions/v1/reminders?client=${encodeURIComponent(user_id)}`, {
        signal,
      }),
    staleTime: 0,
  });
  const { run, busy, problem } = useAction(refetch);
  return (
    <Panel
      id="case-reminders"
      title={t`Reminders`}
      actions={
        data && (
          <>
            <SendNow clientId={user_id} open={data.open} signers={data.signers} onSent={refetch} />
            <Button
              variant="secondary"
              size="small"
              busy={busy}
              onPress={() =>
                void run(() => done(rest.rpc('turn_reminders', { client_id: user_id, off: !data.is_off })))
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

function sendingProblem(error: unknown, t: Translate): string {
  const refusal = reminderRefusals.find((code) => code === failureOf(error).code);
  return refusal === undefined ? messageOf(error, t) : t(refusalWords[refusal]);
}

interface SendNowProps extends Pick<ClientReminderState, 'open' | 'signers'> {
  clientId: string;
  onSent: () => Promise<unknown>;
}

/** Sends a reminder of everything that is open, after showing what that is. Nothing if nothing is open. */
function SendNow({ clientId, open, signers, onSent }: SendNowProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { run, busy, problem } = useAction(onSent, sendingProblem);
  if (open.length === 0 && signers.length === 0) return null;

  async function send(): Promise<void> {
    if (await run(() => callOwn('/functions/v1/reminders', { body: { client: clientId } }))) setAsking(false);
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

/** `may_record`: for a client without a login. */
type TextsOfClient = RowOf<
  'texts_of_client',
  'number' | 'agreed_at' | 'source' | 'recorded_by_name' | 'stopped_at'
>;

/** Whether a client gets texts. Staff can end them, and record what a client without a login said. */
function TextConsent({ client }: { client: Profile }) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const office = useOffice();
  const [isAsking, setAsking] = useState(false);
  const { user_id, phone } = client;
  const { data, error, refetch } = useQuery({
    queryKey: ['case', user_id, 'texts', phone] as const,
    queryFn: ({ signal }): Promise<TextsOfClient> =>
      dataOf(rest.rpc('texts_of_client', { client_id: user_id }, { get: true }).abortSignal(signal).single()),
    staleTime: 0,
  });
  const { run, busy, problem } = useAction(refetch);
  if (!data) return error ? <Banner kind="danger">{messageOf(error, t)}</Banner> : null;
  const { number, agreed_at, source, recorded_by_name, stopped_at, may_record } = data;
  const words = t(consentWords({ office: office.name, phone: showPhone(number ?? '', t) }));

  async function record(): Promise<void> {
    const consent = { client_id: user_id, wording: words, covers_messages: true };
    if (await run(() => done(rest.rpc('record_spoken_consent', consent)))) setAsking(false);
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line pt-2 text-sm">
      <p className="min-w-0 flex-1 basis-48" aria-live="polite">
        {number === null
          ? t`No texts: there’s no mobile number.`
          : stopped_at !== null
            ? t`No texts: the client sent STOP on ${{ day: mediumDate(stopped_at) }}.`
            : agreed_at === null
              ? t`No texts: the client hasn’t agreed.`
              : source === 'spoken'
                ? t`Gets texts. ${{ name: recorded_by_name ?? '' }} recorded the spoken consent on ${{ day: mediumDate(agreed_at) }}.`
                : t`Gets texts. Agreed in the account on ${{ day: mediumDate(agreed_at) }}.`}
      </p>
      {agreed_at !== null && (
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          onPress={() => void run(() => done(rest.rpc('end_texts_of_client', { client_id: user_id })))}
        >
          <Trans>End texts</Trans>
        </Button>
      )}
      {number !== null && agreed_at === null && stopped_at === null && may_record && (
        <Button variant="quiet" size="small" onPress={() => setAsking(true)}>
          <Trans>Record spoken consent</Trans>
        </Button>
      )}
      {problem && !isAsking && <Banner kind="danger">{problem}</Banner>}
      <SentTexts client={client} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Did the client agree to texts?`}
        confirmLabel={t`They agreed`}
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void record()}
      >
        <p>{t`Read this to the client. Your name is recorded with their answer.`}</p>
        <blockquote className="mt-3 border-l-4 border-line pl-4">{words}</blockquote>
        <Problem className="mt-3 text-ink">{problem}</Problem>
      </ConfirmDialog>
    </div>
  );
}

/** What was texted, without the words: some have the code of an invitation. */
function SentTexts({ client: { user_id, phone } }: { client: Profile }) {
  const { t } = useLingui();
  const { recentDateAndTime } = useDates();
  const { data = [] } = useQuery({
    ...functionQuery(['case', user_id, 'sent texts', phone], 'texts_to_client', { client_id: user_id }),
    staleTime: 0,
  });
  if (data.length === 0) return null;
  return (
    <ul aria-label={t`Texts to the client`} className="w-full divide-y divide-line">
      {data.map(({ kind, status, at }) => (
        <li key={`${at} ${kind}`} className="flex flex-wrap justify-between gap-x-3 py-1.5">
          <span className="min-w-0">{textInWords(kind, status, t)}</span>
          <span className="figures text-muted">{recentDateAndTime(at)}</span>
        </li>
      ))}
    </ul>
  );
}
