import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { isDay, yearOf } from '#domain/office-time/days.ts';
import { dayInWords } from '#domain/office-time/words.ts';
import {
  type DateKind,
  dateKinds,
  isDateKind,
  nextUsualDate,
  usualDueDate,
} from '#domain/tasks/due-dates.ts';
import { dateKindNames, dateTitle } from '#domain/tasks/words.ts';
import { type DateVersion, dateActions } from './tasks-query.ts';
import { ConflictBanner, useVersionForm } from './version-form.tsx';

const LABEL_LIMIT = 100;

interface DateDialogProps {
  clientId: string;
  /** Null for a new one. */
  date: DateVersion | null;
  today: string;
  onClose: () => void;
}

/** The usual day of the kind that comes next. */
function suggested(kind: DateKind, today: string) {
  if (kind === 'other') return { year: String(yearOf(today)), due: '' };
  const { year, dueOn } = nextUsualDate(kind, today);
  return { year: String(year), due: dueOn };
}

const entryOf = ({ kind, year, due_on, label }: DateVersion) => ({
  kind: isDateKind(kind) ? kind : 'other',
  year: String(year),
  due: due_on,
  label: label ?? '',
});

const isYear = (text: string) => /^2[01]\d\d$/.test(text);

/** A new date of a client, or an existing one to edit. The usual due date is filled in. */
export function DateDialog({ clientId, date, today, onClose }: DateDialogProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const form = useVersionForm<DateVersion, ReturnType<typeof entryOf>>({
    opened: date,
    entryOf,
    blank: { kind: 'extension', label: '', ...suggested('extension', today) },
    onSaved: onClose,
  });
  const { seen, entry, change, id, field, conflict, acceptTheirs, attempt, busy, problem } = form;
  const [isChecked, setChecked] = useState(false);
  const { kind, year, due, label } = entry;
  const isOther = kind === 'other';
  const isComplete = isYear(year) && isDay(due) && (!isOther || label.trim() !== '');

  async function save(): Promise<void> {
    setChecked(true);
    if (!isComplete) return;
    const wanted = { kind, year: Number(year), due_on: due, label: isOther ? label.trim() : null };
    await attempt(async () => {
      if (seen) return dateActions.change(seen, wanted);
      await dateActions.add(id, clientId, wanted);
      return null;
    });
  }

  return (
    <FormDialog
      title={date ? t`Edit date` : t`New date`}
      action={date ? t`Save date` : t`Add date`}
      busy={busy}
      problem={problem}
      first={
        seen && (
          <Button
            variant="quiet"
            isDisabled={busy}
            onPress={() => void attempt(() => dateActions.remove(seen))}
          >
            <Trans>Delete date</Trans>
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={() => void save()}
    >
      {conflict && (
        <ConflictBanner
          conflict={conflict}
          fields={[
            { column: 'label', label: t`Name of the date`, value: conflict.theirs.label ?? '' },
            { column: 'due_on', label: t`Due date`, value: dayInWords(conflict.theirs.due_on, language) },
          ]}
          onUse={() => acceptTheirs(conflict.theirs)}
        />
      )}
      {date ? (
        <p className="font-semibold wrap-anywhere">{dateTitle(date, t)}</p>
      ) : (
        <Select
          label={t`Kind of date`}
          autoFocus
          options={dateKinds.map((value) => ({ value, label: t(dateKindNames[value]) }))}
          value={kind}
          onChange={(value) => isDateKind(value) && change({ kind: value, ...suggested(value, today) })}
        />
      )}
      {isOther && (
        <TextField
          label={t`Name of the date`}
          name="label"
          autoComplete="off"
          maxLength={LABEL_LIMIT}
          error={isChecked && label.trim() === '' ? t`Write a name` : undefined}
          value={label}
          onChange={(value) => change({ label: value })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {!date && (
          <TextField
            label={t`Tax year`}
            name="year"
            inputMode="numeric"
            autoComplete="off"
            error={isChecked && !isYear(year) ? t`Enter a year, like 2026` : undefined}
            value={year}
            onChange={(value) =>
              change({
                year: value,
                ...(!isOther && isYear(value) && { due: usualDueDate(kind, Number(value)) }),
              })
            }
          />
        )}
        <TextField
          label={t`Due date`}
          name="due"
          type="date"
          inputRef={field}
          hint={isOther ? undefined : t`The usual IRS due date`}
          error={isChecked && !isDay(due) ? t`Choose a day` : undefined}
          value={due}
          onChange={(value) => change({ due: value })}
        />
      </div>
    </FormDialog>
  );
}
