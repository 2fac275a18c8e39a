import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useAction } from '#app/shared/api/use-action.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import { lastMoment, useDates } from '#app/shared/format/dates.ts';
import { LoadedRows } from '#app/shared/parts/loaded.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Panel } from '#app/ui/layout/panel.tsx';
import { stateOf } from '#domain/signing/consents/consent.ts';
import { signingProblemInWords } from '../queries.ts';
import { type Consent, clientConsentsQuery, consentActions } from './queries.ts';
import { kindNames, stateNames, stateTones } from './words.ts';

export function ConsentsPanel({ clientId }: { clientId: string }) {
  const { t } = useLingui();
  const query = useQuery(clientConsentsQuery(clientId));
  const reload = () => invalidate(['consents']);
  useLiveChanges([{ table: 'tax_consents', filter: `client_id=eq.${clientId}` }], reload);
  return (
    <Panel
      id="case-consents"
      title={t`Consents`}
      actions={
        <LinkButton to={`/manage/consents/ask?client=${clientId}`} variant="secondary" size="small">
          <Trans>Ask for a consent</Trans>
        </LinkButton>
      }
    >
      <LoadedRows query={query} skeleton="h-9" none={t`No one was asked for a consent yet.`}>
        {(consent) => (
          <li key={consent.id} className="flex flex-col gap-1 py-2">
            <ConsentLine consent={consent} who={consent.person_name} />
            {consent.status === 'asked' && <TakeBack consent={consent} onDone={reload} />}
          </li>
        )}
      </LoadedRows>
      <SmartLink to="/manage/consents" className="link self-start text-sm">
        <Trans>Consents of all clients</Trans>
      </SmartLink>
    </Panel>
  );
}

export function ConsentLine({ consent, who }: { consent: Consent; who: string }) {
  const { t } = useLingui();
  const { recentDateAndTime, mediumDate } = useDates();
  const { kind, recipient, recipient_email, purpose, asked_at, answered_at, expires_at, withdrawn_at } =
    consent;
  const state = stateOf(consent, Date.now());
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">
          {t(kindNames[kind])}: {purpose}
        </span>
        <Badge tone={stateTones[state]}>{t(stateNames[state])}</Badge>
      </div>
      <p className="text-muted wrap-anywhere">
        {who}
        {recipient !== '' && (
          <span className="block">
            {t`To: ${{ recipient: recipient_email === '' ? recipient : `${recipient} (${recipient_email})` }}`}
          </span>
        )}
      </p>
      <p className="figures text-muted">
        {withdrawn_at
          ? t`Withdrawn: ${{ at: recentDateAndTime(withdrawn_at) }}`
          : expires_at && answered_at
            ? t`Signed: ${{ at: recentDateAndTime(answered_at) }}. Until ${{ day: mediumDate(lastMoment(expires_at)) }}`
            : answered_at
              ? t`Answered: ${{ at: recentDateAndTime(answered_at) }}`
              : t`Asked: ${{ at: recentDateAndTime(asked_at) }}`}
      </p>
    </>
  );
}

function TakeBack({ consent, onDone }: { consent: Consent; onDone: () => Promise<void> }) {
  const { t } = useLingui();
  const { run, busy } = useAction(onDone, signingProblemInWords, (problem) => notify('danger', problem));
  const [actId] = useState(() => crypto.randomUUID());
  const cancel = () => consentActions.act({ consentId: consent.id, actId, act: 'canceled' });
  return (
    <Button
      variant="quiet"
      size="small"
      className="self-end"
      busy={busy}
      aria-label={t`Take back the question: ${{ purpose: consent.purpose }}`}
      onPress={() => void run(cancel)}
    >
      <Trans>Take back</Trans>
    </Button>
  );
}
