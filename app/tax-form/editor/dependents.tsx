import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { focusField } from '#app/ui/fields/error-summary.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
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

  const problem = problems.find(({ path }) => path === 'dependents');
  return (
    <div className="flex flex-col gap-5">
      {dependents.map((dependent, at) => {
        const path = `dependents.${at}`;
        const name = `${dependent.firstName} ${dependent.lastName}`.trim();
        return (
          <fieldset key={path} className="rounded-card border border-line bg-paper p-3 max-md:-mx-2 md:p-5">
            <legend className="sr-only">Dependent {at + 1}</legend>
            <div className="mb-4 flex items-center justify-between gap-3">
              <h4 className="min-w-0 font-semibold break-words">
                Dependent {at + 1}
                {name && `: ${name}`}
              </h4>
              <Button
                variant="quiet"
                icon={<Trash2 size={18} aria-hidden />}
                aria-label={`Remove dependent ${at + 1}`}
                onPress={() => (hasAnswers(answers, at) ? setAsking(at) : remove(at))}
              >
                Remove
              </Button>
            </div>
            <DependentQuestions at={at} {...props} />
          </fieldset>
        );
      })}
      <div id={fieldId('dependents')} className="flex flex-col items-start gap-2">
        {problem && (
          <p id="no-dependent" className="font-medium text-danger">
            {problem.message}
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
          Add Another Dependent
        </Button>
      </div>
      {asking !== null && (
        <ConfirmDialog
          isOpen
          danger
          title={`Remove dependent ${asking + 1}?`}
          confirmLabel="Remove"
          onConfirm={() => remove(asking)}
          onCancel={() => setAsking(null)}
        >
          What you typed about {dependents[asking]?.firstName || 'this person'} will be removed from the form.
        </ConfirmDialog>
      )}
    </div>
  );
}
