import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { textInWords } from '#domain/texts/names.ts';
import { consentWords } from '#domain/texts/wording.ts';
import { sentTextsQuery, textsOfClientQuery } from '../queries.ts';

/** Whether a client gets texts. Staff can end them, and record what a client without a login said. */
export function TextConsent({ client }: { client: Profile }) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const office = useOffice();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const query = textsOfClientQuery(client.user_id, client.phone);
  const { data, error } = useQuery(query);
  const { run, busy, problem } = useAction(() => queries.invalidateQueries({ queryKey: query.queryKey }));
  if (!data) return error ? <Banner kind="danger">{messageOf(error, t)}</Banner> : null;
  const { number, agreed_at, source, recorded_by_name, stopped_at, may_record } = data;
  const words = t(consentWords({ office: office.name, phone: showPhone(number ?? '', t) }));

  async function record(): Promise<void> {
    const consent = { client_id: client.user_id, wording: words, covers_messages: true };
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
          onPress={() => void run(() => done(rest.rpc('end_texts_of_client', { client_id: client.user_id })))}
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
  const { data = [] } = useQuery(sentTextsQuery(user_id, phone));
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
