import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useAction } from '#app/shared/api/use-action.ts';
import { lastMoment, useDates } from '#app/shared/format/dates.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { FieldForm } from '#app/ui/fields/field-form.tsx';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { addressLine } from '#domain/business/office.ts';
import { sourceLanguage } from '#domain/language/language.ts';
import { isDay } from '#domain/office-time/days.ts';
import { isSignature } from '#domain/returns/signer-name.ts';
import { stateOf } from '#domain/signing/consents/consent.ts';
import { consentParagraphs } from '#domain/signing/consents/text.ts';
import { signingProblemInWords } from '../queries.ts';
import { type Consent, consentActions, consentQuery } from './queries.ts';

/** One consent, alone on its page: to read, and to answer or take back. */
export function AnswerConsent({ id, userId }: { id: string; userId: string }) {
  const { t } = useLingui();
  const { data: consent, error } = useQuery(consentQuery(id));
  if (error) return <Banner kind="danger">{messageOf(error, t)}</Banner>;
  if (consent === undefined) return <Loading />;
  if (consent?.user_id !== userId) {
    return (
      <Banner kind="info">
        <Trans>
          There’s nothing for you to answer at this address. It may be for another person or account.
        </Trans>
      </Banner>
    );
  }
  return (
    <>
      <ConsentText consent={consent} />
      <Answer consent={consent} />
    </>
  );
}

/** The English text is the one that is signed. Below it is a translation for other readers. */
function ConsentText({ consent }: { consent: Consent }) {
  const { t } = useLingui();
  const office = useOffice();
  const isTranslated = useLanguage() !== sourceLanguage;
  const translation = isTranslated
    ? consentParagraphs(
        {
          ...consent,
          recipientEmail: consent.recipient_email,
          person: consent.person_name,
          office: office.name,
          address: addressLine(office),
        },
        t,
      )
    : [];
  return (
    <>
      {isTranslated && <p>{t`You sign the English text. Below it is the same text in your language.`}</p>}
      <div lang={sourceLanguage} translate="no" className="flex flex-col gap-4 wrap-anywhere">
        {consent.body.split('\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {isTranslated && (
        <section aria-labelledby="translation" className="flex flex-col gap-4 border-t border-line pt-6">
          <h2 id="translation" className="text-xl">
            <Trans>In your language, to help you read it</Trans>
          </h2>
          {translation.map((paragraph) => (
            <p key={paragraph} className="wrap-anywhere">
              {paragraph}
            </p>
          ))}
        </section>
      )}
    </>
  );
}

function Answer({ consent }: { consent: Consent }) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const [ids] = useState(() => ({ answer: crypto.randomUUID(), withdrawal: crypto.randomUUID() }));
  const { run, busy, problem } = useAction(() => invalidate(['consents']), signingProblemInWords);
  const [isAsking, setAsking] = useState(false);
  const { id: consentId, answered_at, expires_at, withdrawn_at } = consent;
  const state = stateOf(consent, Date.now());

  async function doAct(act: Parameters<typeof consentActions.act>[0]): Promise<void> {
    if (await run(() => consentActions.act(act))) setAsking(false);
  }

  if (state === 'asked') {
    return (
      <AnswerForm
        busy={busy}
        problem={problem}
        onGive={(signedName, lastDay) =>
          void doAct({
            consentId,
            actId: ids.answer,
            act: 'given',
            bodySha256: consent.body_sha256,
            signedName,
            lastDay,
          })
        }
        onDecline={() => void doAct({ consentId, actId: ids.answer, act: 'declined' })}
      />
    );
  }
  const day = longDate(withdrawn_at ?? answered_at ?? consent.asked_at);
  const end = expires_at && longDate(lastMoment(expires_at));
  return (
    <section
      aria-label={t`Your answer`}
      className="flex flex-col items-start gap-4 border-t border-line pt-6"
    >
      <p role="status" className="font-semibold">
        {state === 'given'
          ? t`You signed this on ${day}. It ends on ${end}.`
          : state === 'expired'
            ? t`You signed this. It ended on ${end}.`
            : state === 'withdrawn'
              ? t`You took this back on ${day}. It no longer counts.`
              : state === 'declined'
                ? t`You said no on ${day}. We won’t ask for this again.`
                : t`We no longer need an answer. You don’t need to do anything.`}
      </p>
      {state === 'given' && (
        <Button variant="secondary" onPress={() => setAsking(true)}>
          <Trans>Take back my consent</Trans>
        </Button>
      )}
      <Problem>{!isAsking && problem}</Problem>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Take back your consent?`}
        confirmLabel={t`Take it back`}
        cancelLabel={t`Keep my consent`}
        danger
        busy={busy}
        onConfirm={() => void doAct({ consentId, actId: ids.withdrawal, act: 'withdrawn' })}
        onCancel={() => setAsking(false)}
      >
        <p>
          <Trans>
            From now on, we won’t do what this consent allows. We can’t undo what was done before. We’ll still
            do your taxes.
          </Trans>
        </p>
        <Problem>{problem}</Problem>
      </ConfirmDialog>
    </section>
  );
}

interface AnswerFormProps {
  busy: boolean;
  problem: string | null;
  onGive: (signedName: string, lastDay: string | null) => void;
  onDecline: () => void;
}

/** Yes by typing the name, or no. Nothing is filled in before. */
function AnswerForm({ busy, problem, onGive, onDecline }: AnswerFormProps) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const [typed, setTyped] = useState('');
  const [length, setLength] = useState('year');
  const [lastDay, setLastDay] = useState('');
  const [problems, setProblems] = useState<{ name?: string; day?: string }>({});

  function sign(): void {
    if (busy) return;
    const found = {
      ...(!isSignature(typed) && { name: t`Please type your first and last name.` }),
      ...(length === 'day' && !isDay(lastDay) && { day: t`Please choose a day.` }),
    };
    setProblems(found);
    if (!found.day && !found.name) onGive(typed.trim(), length === 'day' ? lastDay : null);
  }

  return (
    <FieldForm onSubmit={sign} className="flex flex-col gap-5 border-t border-line pt-6">
      <RadioGroup
        label={t`How long is this good for?`}
        options={[
          { value: 'year', label: t`One year from today` },
          { value: 'day', label: t`Until a day I choose` },
        ]}
        value={length}
        onChange={setLength}
        className="max-w-md"
      />
      {length === 'day' && (
        <TextField
          label={t`Last day`}
          type="date"
          value={lastDay}
          onChange={(value) => {
            setLastDay(value);
            setProblems({});
          }}
          error={problems.day}
          className="max-w-md"
        />
      )}
      <TextField
        label={t`Type your full name`}
        hint={t`This is your signature. We record your name, the time, and where you signed.`}
        autoComplete="name"
        maxLength={200}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setProblems({});
        }}
        error={problems.name}
        className="max-w-md"
      />
      <p>{t`Date: ${{ day: longDate(new Date().toISOString()) }}`}</p>
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="large" busy={busy} className="max-sm:w-full">
          <Trans>Sign and agree</Trans>
        </Button>
        <Button
          variant="secondary"
          size="large"
          isDisabled={busy}
          onPress={onDecline}
          className="max-sm:w-full"
        >
          <Trans>No, I don’t agree</Trans>
        </Button>
      </div>
    </FieldForm>
  );
}
