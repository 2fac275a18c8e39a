import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { focusField } from '#app/ui/fields/error-summary.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { inWords } from '#domain/language/translate.ts';
import { maxDependents } from '#domain/tax-form/answers.ts';
import { hasAnswers } from '../autosave/form-state.ts';
import { fieldId } from './question.tsx';
import { DependentQuestions, type QuestionsProps } from './questions.tsx';

interface DependentsProps extends QuestionsProps {
  onAdd: () => void;
  onRemove: (at: number) => void;
}

/** The client's dependents, one card for each. */
export function Dependents({ onAdd, onRemove, ...props }: DependentsProps) {
  const { t } = useLingui();
  const { answers, problems } = props.state;
  const { dependents } = answers;
  const [asking, setAsking] = useState<number | null>(null);
  const added = useRef(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const count = dependents.length;

  useEffect(() => {
    if (added.current) focusField(fieldId(`dependents.${count - 1}.firstName`));
    added.current = false;
  }, [count]);

  function remove(at: number): void {
    setAsking(null);
    onRemove(at);
    addButton.current?.focus();
  }

  const name = asking === null ? '' : dependents[asking]?.firstName;
  const problem = problems.find(({ path }) => path === 'dependents');
  return (
    <div className="flex flex-col gap-5">
      {dependents.map((dependent, at) => {
        const path = `dependents.${at}`;
        const number = at + 1;
        const name = `${dependent.firstName} ${dependent.lastName}`.trim();
        return (
          <fieldset key={path} className="rounded-card border border-line bg-paper p-3 max-md:-mx-2 md:p-5">
            <legend className="sr-only">{t`Dependent ${number}`}</legend>
            <div className="mb-4 flex items-center justify-between gap-3">
              <h4 className="min-w-0 font-semibold break-words">
                {name ? t`Dependent ${number}: ${name}` : t`Dependent ${number}`}
              </h4>
              <Button
                variant="quiet"
                icon={<Trash2 size={18} aria-hidden />}
                aria-label={t`Remove dependent ${number}`}
                onPress={() => (hasAnswers(answers, at) ? setAsking(at) : remove(at))}
              >
                <Trans>Remove</Trans>
              </Button>
            </div>
            <DependentQuestions at={at} {...props} />
          </fieldset>
        );
      })}
      <div id={fieldId('dependents')} className="flex flex-col items-start gap-2">
        {problem && (
          <p id="no-dependent" className="font-medium text-danger">
            {inWords(problem.message, t)}
          </p>
        )}
        <Button
          ref={addButton}
          variant="secondary"
          icon={<Plus size={20} aria-hidden />}
          isDisabled={count >= maxDependents}
          {...(problem && { 'aria-describedby': 'no-dependent' })}
          onPress={() => {
            added.current = true;
            onAdd();
          }}
        >
          <Trans>Add Another Dependent</Trans>
        </Button>
      </div>
      {asking !== null && (
        <ConfirmDialog
          isOpen
          danger
          title={t`Remove dependent ${{ number: asking + 1 }}?`}
          confirmLabel={t`Remove`}
          onConfirm={() => remove(asking)}
          onCancel={() => setAsking(null)}
        >
          {name
            ? t`Everything you entered about ${name} will be removed from the form.`
            : t`Everything you entered about this person will be removed from the form.`}
        </ConfirmDialog>
      )}
    </div>
  );
}
