import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useAction } from '#app/shared/api/use-action.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { CheckboxGroup } from '#app/ui/fields/checkbox-group.tsx';
import { CountedArea } from '#app/ui/fields/counted-area.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { addressLine } from '#domain/business/office.ts';
import { english } from '#domain/language/english.ts';
import { type ConsentKind, consentData, consentLimits } from '#domain/signing/consents/consent.ts';
import type { NewConsent } from '#domain/signing/consents/schemas.ts';
import { consentParagraphs, dataNames } from '#domain/signing/consents/text.ts';
import { type PossibleSigner, possibleSignersQuery, signingProblemInWords } from '../queries.ts';
import { consentActions } from './queries.ts';
import { kindNames } from './words.ts';

/** Years that a consent can be about, the newest first. */
const YEARS = 7;

interface AskConsentProps {
  clientId: string;
  onAsked: () => void;
}

export function AskConsent({ clientId, onAsked }: AskConsentProps) {
  const { t } = useLingui();
  const { data: people, error } = useQuery(possibleSignersQuery(clientId));
  if (error) return <Banner kind="danger">{messageOf(error, t)}</Banner>;
  if (!people) return <Loading />;
  if (people.length === 0) {
    return (
      <Banner kind="warning">
        <Trans>
          No one with a login may sign for this client. Invite a person with the right to sign first.
        </Trans>
      </Banner>
    );
  }
  return <Form clientId={clientId} people={people} onAsked={onAsked} />;
}

type Draft = Omit<NewConsent, 'consentId' | 'clientId' | 'years'> & { years: string[] };

function Form({ clientId, people, onAsked }: AskConsentProps & { people: readonly PossibleSigner[] }) {
  const { t } = useLingui();
  const office = useOffice();
  const thisYear = useOfficeYear();
  const [consentId] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState<Draft>({
    userId: people[0]?.user_id ?? '',
    kind: 'disclose',
    recipient: '',
    recipientEmail: '',
    purpose: '',
    data: [],
    years: [],
    isOffer: false,
  });
  const { run, busy, problem, clear } = useAction(undefined, signingProblemInWords);
  const [attempt, setAttempt] = useState(0);
  const change = (changes: Partial<Draft>) => {
    clear();
    setDraft((before) => ({ ...before, ...changes }));
  };
  const isDisclosure = draft.kind === 'disclose';
  const request = {
    ...draft,
    recipient: isDisclosure ? draft.recipient.trim() : '',
    recipientEmail: isDisclosure ? draft.recipientEmail.trim() : '',
    purpose: draft.purpose.trim(),
    years: draft.years.map(Number),
  };
  const person = people.find(({ user_id }) => user_id === draft.userId)?.name ?? '';

  const missing = [
    ...(isDisclosure && request.recipient === ''
      ? [{ fieldId: 'consent-recipient', message: t`Enter who gets the information` }]
      : []),
    ...(request.purpose === '' ? [{ fieldId: 'consent-purpose', message: t`Enter the purpose` }] : []),
    ...(request.purpose.length > consentLimits.purpose
      ? [{ fieldId: 'consent-purpose', message: t`Please shorten the purpose` }]
      : []),
    ...(request.data.length === 0 ? [{ fieldId: 'consent-data', message: t`Select the information` }] : []),
    ...(request.years.length === 0 ? [{ fieldId: 'consent-years', message: t`Select the tax years` }] : []),
  ];
  const issues = attempt > 0 ? missing : [];
  const field = (id: string) => ({ id, error: issues.find(({ fieldId }) => fieldId === id)?.message });

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setAttempt(attempt + 1);
    clear();
    if (missing.length > 0) return;
    await run(async () => {
      await consentActions.ask({ ...request, consentId, clientId });
      await invalidate(['consents']);
      onAsked();
    });
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <form onSubmit={(event) => void send(event)} noValidate className="flex flex-col gap-5">
        <Banner kind="info">
          <Trans>
            The client can say no, and our service must not depend on the answer. Ask each spouse separately.
            If someone says no, don’t ask for the same thing again.
          </Trans>
        </Banner>
        <ErrorSummary title={t`Please check these answers`} issues={issues} attempt={attempt} />
        <NativeSelect
          id="consent-person"
          label={t`Who to ask`}
          options={people.map((one) => ({ value: one.user_id, label: one.name }))}
          hasNone={false}
          value={draft.userId}
          onChange={(userId) => change({ userId })}
        />
        <RadioGroup
          label={t`Kind of consent`}
          options={[
            {
              value: 'disclose',
              label: t(kindNames.disclose),
              hint: t`Our office gives the information to someone else, such as a bank or a helper.`,
            },
            {
              value: 'use',
              label: t(kindNames.use),
              hint: t`Our office uses it for something other than the return.`,
            },
          ]}
          value={draft.kind}
          onChange={(kind) => change({ kind: kind as ConsentKind })}
        />
        {isDisclosure && (
          <>
            <TextField
              {...field('consent-recipient')}
              label={t`Who gets the information`}
              hint={t`The full name of the person or company.`}
              maxLength={consentLimits.recipient}
              value={draft.recipient}
              onChange={(recipient) => change({ recipient })}
            />
            <TextField
              label={t`Their email`}
              hint={t`For a helper who needs access to the portal. A helper sees everything in the account, for all years, so select that below.`}
              type="email"
              optional
              maxLength={255}
              value={draft.recipientEmail}
              onChange={(recipientEmail) => change({ recipientEmail })}
            />
          </>
        )}
        <CountedArea
          {...field('consent-purpose')}
          label={t`Purpose`}
          hint={t`The client reads it as you write it here.`}
          limit={consentLimits.purpose}
          rows={3}
          value={draft.purpose}
          onChange={(purpose) => change({ purpose })}
        />
        <CheckboxGroup
          {...field('consent-data')}
          label={t`Information`}
          options={consentData.map((one) => ({ value: one, label: t(dataNames[one]) }))}
          value={draft.data}
          onChange={(data) => change({ data: consentData.filter((one) => data.includes(one)) })}
        />
        <CheckboxGroup
          {...field('consent-years')}
          label={t`Tax years`}
          options={Array.from({ length: YEARS }, (_, i) => String(thisYear - i)).map((year) => ({
            value: year,
            label: year,
          }))}
          value={draft.years}
          onChange={(years) => change({ years })}
        />
        <Checkbox isSelected={draft.isOffer} onChange={(isOffer) => change({ isOffer })}>
          <Trans>We want to offer the client something else, such as insurance</Trans>
        </Checkbox>
        <Problem>{problem}</Problem>
        <Button type="submit" busy={busy} className="self-start">
          <Trans>Ask the client</Trans>
        </Button>
      </form>
      <section
        aria-labelledby="consent-preview"
        className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5"
      >
        <h2 id="consent-preview" className="font-sans text-base font-semibold">
          <Trans>What the client reads</Trans>
        </h2>
        <div lang="en" className="flex flex-col gap-3 text-sm wrap-anywhere">
          {consentParagraphs(
            { ...request, person, office: office.name, address: addressLine(office) },
            english,
          ).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </section>
    </div>
  );
}
