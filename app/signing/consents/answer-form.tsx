import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { FieldForm } from '#app/ui/fields/field-form.tsx';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { isDay } from '#domain/office-time/days.ts';
import { isSignature } from '#domain/returns/signer-name.ts';

interface AnswerFormProps {
  busy: boolean;
  problem: string | null;
  onGive: (signedName: string, lastDay: string | null) => void;
  onDecline: () => void;
}

/** Yes by typing the name, or no. Nothing is filled in before. */
export function AnswerForm({ busy, problem, onGive, onDecline }: AnswerFormProps) {
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
