import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Control, useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { useLanguage } from '#app/language/language.tsx';
import { readerIn } from '#app/language/words.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { focusField } from '#app/ui/fields/error-summary.tsx';
import { PlainProblem } from '#app/ui/fields/plain-problem.tsx';
import { rowName } from '../model/changes.ts';
import { type DraftFacts, type Fact, newRow, type Row, type Rows } from '../model/facts.ts';
import { valueAt } from '../model/paths.ts';

interface FieldInRow {
  fact: Fact;
  control: Control<DraftFacts>;
  name: string;
}

interface Props {
  fact: Fact;
  entry: Rows;
  control: Control<DraftFacts>;
  renderField: (part: FieldInRow) => ReactNode;
}

export function RowList({ fact: { path, label }, entry, control, renderField }: Props) {
  const { t } = useLingui();
  // The names of the form's fields are data, so their types are not known.
  const lists = control as unknown as Control<Record<string, Row[]>>;
  const {
    fields: rows,
    append,
    remove,
    move,
  } = useFieldArray({ control: lists, name: path, keyName: 'rowKey' });
  const { errors } = useFormState({ control });
  const typed = useWatch({ control, name: path });
  const reader = readerIn(useLanguage());
  const addButton = useRef<HTMLButtonElement>(null);
  /** Where the focus goes once the changed list is shown. */
  const focusNext = useRef<string | null>(null);
  const [said, setSaid] = useState('');
  const first = entry.fields[0]?.path ?? '';
  const problem = valueAt(errors, `${path}.message`) ?? valueAt(errors, `${path}.root.message`);

  useEffect(() => {
    if (focusNext.current !== null) focusField(focusNext.current);
    focusNext.current = null;
  });

  const nameOf = (at: number) => rowName(entry, valueAt(typed, String(at)), reader) || t(entry.fresh);

  function step(at: number, to: number): void {
    setSaid(t`${{ entry: nameOf(at) }}: now ${{ place: to + 1 }} of ${{ count: rows.length }}`);
    const isAtEnd = to === 0 || to === rows.length - 1;
    const way = to < at !== isAtEnd ? 'up' : 'down';
    focusNext.current = `${path}.${to}.${way}`;
    move(at, to);
  }

  return (
    <fieldset id={path} className="flex min-w-0 flex-col gap-3 sm:col-span-2" tabIndex={-1}>
      <legend className="sr-only">{t(label)}</legend>
      {typeof problem === 'string' && <PlainProblem id={`${path}-problem`}>{problem}</PlainProblem>}
      {rows.length === 0 && <p className="text-sm text-muted">{t`None yet.`}</p>}
      <ol aria-label={t(label)} className="flex flex-col gap-3">
        {rows.map((row, at) => {
          const place = `${path}.${at}`;
          return (
            <li key={row.rowKey}>
              <RowFrame
                title={nameOf(at)}
                isFolded={entry.isFolded === true}
                isNew={rowName(entry, row, reader) === ''}
                hasProblem={valueAt(errors, place) !== undefined}
                buttons={
                  entry.add && (
                    // React Aria keeps the first id of an element, so a moved row gets new ones.
                    <div key={place} className="flex shrink-0">
                      <IconButton
                        id={`${place}.up`}
                        label={t`Move up: ${{ name: nameOf(at) }}`}
                        icon={<ArrowUp size={18} aria-hidden />}
                        isDisabled={at === 0}
                        onPress={() => step(at, at - 1)}
                      />
                      <IconButton
                        id={`${place}.down`}
                        label={t`Move down: ${{ name: nameOf(at) }}`}
                        icon={<ArrowDown size={18} aria-hidden />}
                        isDisabled={at === rows.length - 1}
                        onPress={() => step(at, at + 1)}
                      />
                      <IconButton
                        label={t`Remove: ${{ name: nameOf(at) }}`}
                        icon={<Trash2 size={18} aria-hidden />}
                        onPress={() => {
                          setSaid(t`${{ entry: nameOf(at) }} removed`);
                          remove(at);
                          addButton.current?.focus();
                        }}
                      />
                    </div>
                  )
                }
              >
                {entry.fields.map((part) => (
                  <div
                    key={`${place}.${part.path}`}
                    className={classNames('min-w-0', isWide(part) && 'sm:col-span-2 xl:col-span-3')}
                  >
                    {renderField({ fact: part, control, name: `${place}.${part.path}` })}
                  </div>
                ))}
              </RowFrame>
            </li>
          );
        })}
      </ol>
      {entry.add && (
        <Button
          ref={addButton}
          variant="secondary"
          size="small"
          className="self-start"
          icon={<Plus size={18} aria-hidden />}
          onPress={() => {
            focusNext.current = `${path}.${rows.length}.${first}`;
            append(newRow(entry), { shouldFocus: false });
          }}
        >
          {t(entry.add)}
        </Button>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  );
}

const isWide = ({ control }: Fact) => ['long', 'switch', 'words', 'portrait'].includes(control);

interface RowFrameProps {
  title: string;
  isFolded: boolean;
  isNew: boolean;
  hasProblem: boolean;
  buttons: ReactNode;
  children: ReactNode;
}

/** An entry. One with many fields is folded to its name until it is opened, or has a problem. */
function RowFrame({ title, isFolded, isNew, hasProblem, buttons, children }: RowFrameProps) {
  const [isOpen, setOpen] = useState(isNew);
  const isShown = !isFolded || isOpen || hasProblem;
  return (
    <div
      className={classNames(
        'rounded-control border bg-paper p-3',
        hasProblem ? 'border-danger' : 'border-line',
      )}
    >
      <div className="flex items-center justify-between gap-2">
        {isFolded ? (
          <button
            type="button"
            aria-expanded={isShown}
            onClick={() => setOpen(!isShown)}
            className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-control text-left text-sm font-semibold"
          >
            <ChevronDown
              size={18}
              aria-hidden
              className={classNames('shrink-0 text-muted', !isShown && '-rotate-90')}
            />
            <span className="min-w-0 wrap-anywhere">{title}</span>
          </button>
        ) : (
          <p className="min-w-0 text-sm font-semibold wrap-anywhere">{title}</p>
        )}
        {buttons}
      </div>
      {isShown && (
        <div className="mt-2 grid items-start gap-x-4 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">{children}</div>
      )}
    </div>
  );
}
