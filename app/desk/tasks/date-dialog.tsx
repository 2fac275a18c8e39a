import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { useAction } from '#app/shared/api/use-action.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { isDay, yearOf } from '#domain/office-time/days.ts';
import { dayInWords } from '#domain/office-time/words.ts';
import {
  type DateKind,
  dateKinds,
  isDateKind,
  nextUsualDate,
  usualDueDate,
} from '#domain/tasks/due-dates.ts';
import { dateKindName, dateTitle } from '#domain/tasks/words.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { type DateVersion, dateActions } from './dates-query.ts';
import { useReloadTasks } from './tasks-query.ts';

const form = 'client-date';
const LABEL_LIMIT = 100;

interface DateDialogProps {
  clientId: string;
  /** Null for a new one. */
  date: DateVersion | null;
  today: string;
  onClose: () => void;
}

interface Entry {
  kind: DateKind;
  year: string;
  due: string;
  label: string;
}

/** The usual day of the kind that comes next. */
function suggested(kind: DateKind, today: string): Pick<Entry, 'year' | 'due'> {
  if (kind === 'other') return { year: String(yearOf(today)), due: '' };
  const { year, dueOn } = nextUsualDate(kind, today);
  return { year: String(year), due: dueOn };
}

const entryOf = ({ kind, year, due_on, label }: DateVersion): Entry => ({
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
  const { run, busy, problem, clear } = useAction(useReloadTasks());
  const [entry, setEntry] = useState<Entry>(() =>
    date ? entryOf(date) : { kind: 'extension', label: '', ...suggested('extension', today) },
  );
  /** What a colleague has saved since the dialog opened. */
  const [newest, setNewest] = useState<DateVersion | null>(null);
  const [isChecked, setChecked] = useState(false);
  const { kind, year, due, label } = entry;
  const isOther = kind === 'other';
  const change = (more: Partial<Entry>) => {
    setEntry({ ...entry, ...more });
    clear();
  };
  const isComplete = isYear(year) && isDay(due) && (!isOther || label.trim() !== '');

  async function save(): Promise<void> {
    setChecked(true);
    if (busy || !isComplete) return;
    const wanted = { kind, year: Number(year), due_on: due, label: isOther ? label.trim() : null };
    let theirs: DateVersion | null = null;
    const isOver = await run(async () => {
      if (date) theirs = await dateActions.change(newest ?? date, wanted);
      else await dateActions.add(clientId, wanted);
    });
    if (theirs) setNewest(theirs);
    else if (isOver) onClose();
  }

  async function remove(): Promise<void> {
    if (date && (await run(() => dateActions.remove(date.id)))) onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={date ? t`Edit date` : t`New date`}
      actions={
        <>
          {date && (
            <Button variant="quiet" isDisabled={busy} onPress={() => void remove()}>
              <Trans>Delete date</Trans>
            </Button>
          )}
          <Button variant="secondary" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={form} busy={busy}>
            {date ? <Trans>Save date</Trans> : <Trans>Add date</Trans>}
          </Button>
        </>
      }
    >
      <form
        id={form}
        method="post"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {newest && (
          <ChangedMeanwhile
            fields={[
              { label: t`Name of the date`, mine: label, theirs: newest.label ?? '' },
              {
                label: t`Due date`,
                mine: isDay(due) ? dayInWords(due, language) : due,
                theirs: dayInWords(newest.due_on, language),
              },
            ]}
            onUse={() => change(entryOf(newest))}
          />
        )}
        {date ? (
          <p className="font-semibold wrap-anywhere">{dateTitle(date, t)}</p>
        ) : (
          <Select
            label={t`Kind of date`}
            autoFocus
            options={dateKinds.map((value) => ({ value, label: t(dateKindName(value)) }))}
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
            hint={isOther ? undefined : t`The usual IRS due date`}
            error={isChecked && !isDay(due) ? t`Choose a day` : undefined}
            value={due}
            onChange={(value) => change({ due: value })}
          />
        </div>
        {problem && (
          <Banner kind="danger" announce>
            {problem}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
