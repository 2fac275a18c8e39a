import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useLanguage } from '#app/language/language.tsx';
import { readerIn } from '#app/language/words.ts';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import type { OfficeState } from '#contract/office.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader } from '#domain/language/translate.ts';
import { changesOf, factInWords } from '../model/changes.ts';
import type { DraftFacts, Fact } from '../model/facts.ts';
import { valueAt } from '../model/paths.ts';

/** What others published while this person typed. */
export interface FactConflict {
  newest: OfficeState;
  /** Those that differ. */
  facts: readonly Fact[];
}

interface Props {
  conflict: FactConflict;
  control: Control<DraftFacts>;
  isBusy: boolean;
  onResolve: (theirs: Fact[]) => void;
}

export function ConflictQuestion({ conflict: { newest, facts }, control, isBusy, onResolve }: Props) {
  const { t } = useLingui();
  const reader = readerIn(useLanguage());
  const { recentDateAndTime } = useDates();
  const mine = useWatch({ control });
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const by = newest.history.find(({ version }) => version === newest.version);
  const person = by?.savedBy ?? t`Someone else`;
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
      {facts.map((fact) => (
        <RadioGroup
          key={fact.path}
          label={t(fact.label)}
          inline
          value={answers[fact.path] ?? null}
          onChange={(answer) => setAnswers({ ...answers, [fact.path]: answer })}
          options={[
            { value: 'mine', label: t`Yours`, hint: described(fact, newest.facts, mine, reader) },
            { value: 'theirs', label: t`${person}’s`, hint: described(fact, mine, newest.facts, reader) },
          ]}
        />
      ))}
      <Button
        busy={isBusy}
        isDisabled={!facts.every(({ path }) => answers[path] !== undefined)}
        className="sm:self-start"
        onPress={() => onResolve(facts.filter(({ path }) => answers[path] === 'theirs'))}
      >
        <Trans>Publish these</Trans>
      </Button>
    </section>
  );
}

/** A fact in words: of a list, or of many texts, how it differs. */
function described(fact: Fact, other: unknown, facts: unknown, reader: Reader): string {
  if (!fact.rows && fact.control !== 'wording' && fact.control !== 'translations')
    return factInWords(fact, valueAt(facts, fact.path), reader) || reader.t(msg`Empty`);
  return changesOf([fact], other, facts, reader)
    .map(({ text }) => text)
    .join('; ');
}
