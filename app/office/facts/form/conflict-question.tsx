import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { readerIn } from '#app/language/words.ts';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { msg } from '#domain/language/message.ts';
import type { Reader } from '#domain/language/translate.ts';
import { changesOf, factInWords } from '../model/changes.ts';
import type { Field } from '../model/fields.ts';
import { valueAt } from '../model/paths.ts';
import type { FactConflict } from './use-facts-form.ts';

interface Props {
  conflict: FactConflict;
  isBusy: boolean;
  onResolve: (mine: Field[]) => void;
}

/** Asks which of two changes of the same fact is to be published. */
export function ConflictQuestion({ conflict, isBusy, onResolve }: Props) {
  const { t } = useLingui();
  const reader = readerIn(useLanguage());
  const { recentDateAndTime } = useDates();
  const { newest, by, mine, fields } = conflict;
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const person = by?.savedBy ?? t`Someone else`;
  const isAnswered = fields.every(({ path }) => answers[path] !== undefined);
  return (
    <section
      ref={focusOnMount}
      tabIndex={-1}
      aria-labelledby="facts-conflict"
      className="flex scroll-mt-24 flex-col gap-4 rounded-card border-2 border-warning bg-warning-soft p-4"
    >
      <div>
        <h3 id="facts-conflict" className="font-sans text-base font-semibold">
          <Trans>{person} changed the same thing</Trans>
        </h3>
        <p className="text-sm">
          {by ? (
            <Trans>
              Published {{ when: recentDateAndTime(by.savedAt) }}. What you typed is kept. Which should be on
              your site?
            </Trans>
          ) : (
            <Trans>Published just now. What you typed is kept. Which should be on your site?</Trans>
          )}
        </p>
      </div>
      {fields.map((field) => (
        <RadioGroup
          key={field.path}
          label={t(field.label)}
          value={answers[field.path] ?? null}
          onChange={(answer) => setAnswers({ ...answers, [field.path]: answer })}
          options={[
            { value: 'mine', label: t`Yours`, hint: described(field, newest.facts, mine, reader) },
            { value: 'theirs', label: t`${person}’s`, hint: described(field, mine, newest.facts, reader) },
          ]}
        />
      ))}
      <Button
        busy={isBusy}
        isDisabled={!isAnswered}
        className="sm:self-start"
        onPress={() => onResolve(fields.filter(({ path }) => answers[path] === 'mine'))}
      >
        <Trans>Publish these</Trans>
      </Button>
    </section>
  );
}

/** A fact in words: of a list, or of many texts, how it differs. */
function described(field: Field, other: object, facts: object, reader: Reader): string {
  if (field.kind !== 'rows' && field.kind !== 'wording' && field.kind !== 'translations')
    return factInWords(field, valueAt(facts, field.path), reader) || reader.t(msg`Empty`);
  return changesOf([field], other, facts, reader)
    .map(({ text }) => text)
    .join('; ');
}
