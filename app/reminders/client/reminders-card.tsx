import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import type { RowOf } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { consentWords, consentWordsBefore } from '#domain/texts/wording.ts';

export interface RemindersCardProps {
  userId: string;
  /** The person's own client. */
  clientId: string;
  /** Of the profile. */
  phone: string;
}

/** The person's reminders: paused or not, and whether they come as texts too. */
export function RemindersCard({ userId, clientId, phone }: RemindersCardProps) {
  const { t } = useLingui();
  return (
    <Card as="section" aria-labelledby="reminders">
      <h2 id="reminders" className="text-lg">
        {t`Reminders`}
      </h2>
      <p className="mt-2 text-muted">
        <Trans>We remind you when something is waiting for you. You get one email a day at most.</Trans>
      </p>
      <Pause clientId={clientId} />
      <Texts userId={userId} phone={phone} />
    </Card>
  );
}

/** Without an end if they are paused until someone turns them on. */
type ReminderChoice = RowOf<'reminder_choice', 'paused_until'>;

function Pause({ clientId }: { clientId: string }) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const query = useQuery({
    queryKey: ['reminder choice', clientId] as const,
    queryFn: ({ signal }): Promise<ReminderChoice> =>
      dataOf(
        rest.rpc('reminder_choice', { client_id: clientId }, { get: true }).abortSignal(signal).single(),
      ),
    staleTime: 0,
  });
  const { run, busy, problem } = useAction(query.refetch);

  async function choose(how: 'week' | 'always' | 'none'): Promise<void> {
    const isDone = await run(() => done(rest.rpc('pause_reminders', { client_id: clientId, how })));
    if (isDone) notify('success', how === 'none' ? t`Reminders are on again.` : t`Reminders are paused.`);
  }

  if (!query.data) return <NotLoaded query={query} skeleton="h-12" />;
  const { is_paused, paused_until } = query.data;
  return (
    <div className="mt-4">
      <p className="font-semibold" aria-live="polite">
        {!is_paused
          ? t`Reminders are on.`
          : paused_until === null
            ? t`Reminders are paused until you turn them on.`
            : t`Reminders are paused until ${{ day: longDate(paused_until) }}.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {is_paused ? (
          <Button variant="secondary" busy={busy} onPress={() => void choose('none')}>
            <Trans>Turn on reminders</Trans>
          </Button>
        ) : (
          <>
            <Button variant="secondary" busy={busy} onPress={() => void choose('week')}>
              <Trans>Pause for 1 week</Trans>
            </Button>
            <Button variant="secondary" isDisabled={busy} onPress={() => void choose('always')}>
              <Trans>Pause until I turn them on</Trans>
            </Button>
          </>
        )}
      </div>
      <Problem className="mt-4">{problem}</Problem>
    </div>
  );
}

interface NotLoadedProps {
  query: Pick<UseQueryResult, 'error' | 'refetch'>;
  skeleton: string;
}

function NotLoaded({ query: { error, refetch }, skeleton }: NotLoadedProps) {
  const { t } = useLingui();
  return error ? (
    <LoadProblem onRetry={refetch} className="mt-4">
      {messageOf(error, t)}
    </LoadProblem>
  ) : (
    <Skeleton className={`mt-4 ${skeleton}`} />
  );
}

/** Without a number if no text can be sent to that of the profile. */
type MyTexts = RowOf<'my_texts', 'number' | 'agreed_at' | 'stopped_at'>;

function Texts({ userId, phone }: Pick<RemindersCardProps, 'userId' | 'phone'>) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const office = useOffice();
  const query = useQuery({
    // A changed number has another answer.
    queryKey: ['my texts', userId, phone] as const,
    queryFn: ({ signal }): Promise<MyTexts> =>
      dataOf(rest.rpc('my_texts', {}, { get: true }).abortSignal(signal).single()),
    staleTime: 0,
  });
  const { run, busy, problem } = useAction(query.refetch);
  const [isAsking, setAsking] = useState(false);
  if (!query.data) return <NotLoaded query={query} skeleton="h-24" />;
  const { number, agreed_at, stopped_at, covers_messages } = query.data;
  if (number === null) {
    return (
      <p className="mt-5 border-t border-line pt-4 text-muted">
        <Trans>Want reminders as text messages? Add your mobile number above first.</Trans>
      </p>
    );
  }
  const facts = { office: office.name, phone: showPhone(number, t) };
  const words = t(consentWords(facts));
  const agree = () => done(rest.rpc('agree_to_texts', { wording: words, covers_messages: true }));
  async function agreeToMore(): Promise<void> {
    await run(agree);
    setAsking(false);
  }
  const agreedToLess = agreed_at !== null && !covers_messages;
  return (
    <div className="mt-5 border-t border-line pt-4">
      <Checkbox
        isSelected={agreed_at !== null}
        isDisabled={busy}
        onChange={(agrees) => void run(() => (agrees ? agree() : done(rest.rpc('end_texts'))))}
        className="items-start"
      >
        <span className="min-w-0">{agreedToLess ? t(consentWordsBefore(facts)) : words}</span>
      </Checkbox>
      {agreedToLess && stopped_at === null && (
        <Button variant="secondary" busy={busy} onPress={() => setAsking(true)} className="mt-3">
          <Trans>Text me about messages, too</Trans>
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Texts about messages`}
        confirmLabel={t`I agree`}
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void agreeToMore()}
      >
        {words}
      </ConfirmDialog>
      {agreed_at !== null && stopped_at === null && (
        <p className="mt-2 text-sm text-muted">{t`You agreed on ${{ day: longDate(agreed_at) }}.`}</p>
      )}
      {stopped_at !== null && (
        <p className="mt-2 text-sm">
          <Trans>
            You sent STOP on {{ day: longDate(stopped_at) }}. To get texts again, send START to the number
            they came from.
          </Trans>
        </p>
      )}
      <Problem className="mt-4">{problem}</Problem>
    </div>
  );
}
