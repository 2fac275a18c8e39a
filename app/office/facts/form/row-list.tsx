import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, ChevronDown, CircleAlert, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Control, useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { useLanguage } from '#app/language/language.tsx';
import { readerIn } from '#app/language/words.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { focusField } from '#app/ui/fields/error-summary.tsx';
import { rowName } from '../model/changes.ts';
import type { RowField, RowsField } from '../model/fields.ts';
import { applyFormValues, type FormValues, newRow, toRowValues } from '../model/form-values.ts';
import { valueAt } from '../model/paths.ts';

interface FieldInRow {
  field: RowField;
  control: Control<FormValues>;
  name: string;
}

interface Props {
  field: RowsField;
  control: Control<FormValues>;
  renderField: (part: FieldInRow) => ReactNode;
}

/** A list of entries, which can be added, removed, and moved by buttons. */
export function RowList({ field, control, renderField }: Props) {
  const { t } = useLingui();
  // The names of the form's fields are data, so their types are not known.
  const lists = control as unknown as Control<Record<string, FormValues[]>>;
  const {
    fields: rows,
    append,
    remove,
    move,
  } = useFieldArray({ control: lists, name: field.path, keyName: 'rowKey' });
  const { errors } = useFormState({ control });
  const typed = useWatch({ control, name: field.path });
  const language = useLanguage();
  const addButton = useRef<HTMLButtonElement>(null);
  /** Where the focus goes once the changed list is shown. */
  const focusNext = useRef<string | null>(null);
  const [said, setSaid] = useState('');
  const first = field.fields[0]?.path ?? '';
  const problem = valueAt(errors, `${field.path}.message`) ?? valueAt(errors, `${field.path}.root.message`);

  useEffect(() => {
    if (focusNext.current !== null) focusField(focusNext.current);
    focusNext.current = null;
  });

  const nameOf = (at: number): string => {
    const row = Array.isArray(typed)
      ? applyFormValues(field.fields, (typed[at] ?? {}) as FormValues, {})
      : {};
    return rowName(field, row, readerIn(language)) || t(field.words.fresh);
  };

  function step(at: number, to: number): void {
    setSaid(t`${{ entry: nameOf(at) }}: now ${{ place: to + 1 }} of ${{ count: rows.length }}`);
    const isAtEnd = to === 0 || to === rows.length - 1;
    const way = to < at !== isAtEnd ? 'up' : 'down';
    focusNext.current = `${field.path}.${to}.${way}`;
    move(at, to);
  }

  return (
    <fieldset id={field.path} className="flex min-w-0 flex-col gap-3 sm:col-span-2" tabIndex={-1}>
      <legend className="sr-only">{t(field.label)}</legend>
      {typeof problem === 'string' && <Problem>{problem}</Problem>}
      {rows.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>None yet.</Trans>
        </p>
      )}
      <ol aria-label={t(field.label)} className="flex flex-col gap-3">
        {rows.map((row, at) => {
          const place = `${field.path}.${at}`;
          return (
            <li key={row.rowKey}>
              <RowFrame
                title={nameOf(at)}
                isFolded={field.isFolded === true}
                isNew={valueAt(row, 'isNew') === true}
                hasProblem={valueAt(errors, place) !== undefined}
                buttons={
                  !field.isFixed && (
                    <RowButtons
                      // React Aria keeps the first id of an element, so a moved row gets new ones.
                      key={place}
                      path={place}
                      name={nameOf(at)}
                      isFirst={at === 0}
                      isLast={at === rows.length - 1}
                      onUp={() => step(at, at - 1)}
                      onDown={() => step(at, at + 1)}
                      onRemove={() => {
                        setSaid(t`${{ entry: nameOf(at) }} removed`);
                        remove(at);
                        addButton.current?.focus();
                      }}
                    />
                  )
                }
              >
                {field.fields.map((part) => (
                  <div
                    key={`${place}.${part.path}`}
                    className={classNames('min-w-0', isWide(part) && 'sm:col-span-2 xl:col-span-3')}
                  >
                    {renderField({ field: part, control, name: `${place}.${part.path}` })}
                  </div>
                ))}
              </RowFrame>
            </li>
          );
        })}
      </ol>
      {!field.isFixed && (
        <Button
          ref={addButton}
          variant="secondary"
          size="small"
          className="self-start"
          icon={<Plus size={18} aria-hidden />}
          onPress={() => {
            focusNext.current = `${field.path}.${rows.length}.${first}`;
            append({ ...toRowValues(field, newRow(field)), isNew: true }, { shouldFocus: false });
          }}
        >
          {t(field.words.add)}
        </Button>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  );
}

const isWide = ({ kind }: RowField) => ['long', 'switch', 'words', 'portrait'].includes(kind);

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

interface RowButtonsProps {
  path: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
}

function RowButtons({ path, name, isFirst, isLast, onUp, onDown, onRemove }: RowButtonsProps) {
  const { t } = useLingui();
  return (
    <div className="flex shrink-0">
      <IconButton
        id={`${path}.up`}
        label={t`Move up: ${name}`}
        icon={<ArrowUp size={18} aria-hidden />}
        isDisabled={isFirst}
        onPress={onUp}
      />
      <IconButton
        id={`${path}.down`}
        label={t`Move down: ${name}`}
        icon={<ArrowDown size={18} aria-hidden />}
        isDisabled={isLast}
        onPress={onDown}
      />
      <IconButton label={t`Remove: ${name}`} icon={<Trash2 size={18} aria-hidden />} onPress={onRemove} />
    </div>
  );
}

function Problem({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <CircleAlert size={16} aria-hidden className="mt-[0.2em] shrink-0" />
      <span>{children}</span>
    </p>
  );
}
