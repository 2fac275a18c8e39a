import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DayWords, laterDay, useDayWords } from '#app/shared/format/days.ts';
import { useIdOf } from '#app/shared/forms/use-id-of.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { addDays, isPlausibleDay } from '#domain/office-time/days.ts';
import { blockTitle } from '../appointment-labels.ts';
import { addBlock, calendarErrorMessage, removeBlock, undo, useCalendarAction } from '../calendar-actions.ts';
import { type Block, overlappingAppointmentsQuery, spanOf } from '../calendar-query.ts';
import { type OfficeClock, useOfficeClock } from '../office-clock.ts';
import { type BlockDraft, blockRange, isWholeDays, maxReason } from './block-range.ts';

interface BlockDialogProps {
  day: string;
  onClose: () => void;
  onDone: (day: string) => void;
}

/** How many of the overlapping appointments are listed by name. */
const NAMED = 5;

/** Blocks a time, for example for a training or a holiday. */
export function BlockDialog({ day, onClose, onDone }: BlockDialogProps) {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const { hours } = useOffice();
  const [draft, setDraft] = useState<BlockDraft>({
    isWholeDay: false,
    fromDay: day,
    fromTime: hours.open,
    toDay: day,
    toTime: hours.close,
    reason: '',
  });
  const id = useIdOf(draft);
  const [tried, setTried] = useState(false);
  const { run, busy, problem: refused } = useCalendarAction();
  const range = blockRange(clock, draft, t);
  const problem = 'problem' in range ? range.problem : null;
  const change = (changes: Partial<BlockDraft>) => setDraft({ ...draft, ...changes });

  async function submit() {
    setTried(true);
    if ('problem' in range) return;
    const block = {
      id,
      starts_at: new Date(range.start).toISOString(),
      ends_at: new Date(range.end).toISOString(),
      reason: draft.reason.trim(),
    };
    if (!(await run(() => addBlock(block)))) return;
    notify('success', t`The time is blocked. Visitors can no longer book it.`);
    onDone(draft.fromDay);
  }

  return (
    <FormDialog
      title={t`Block a time`}
      action={t`Block this time`}
      busy={busy}
      cancelLabel={t`Back`}
      onClose={onClose}
      onSubmit={submit}
      problem={refused}
      after={!('problem' in range) && <OverlapWarning {...range} />}
    >
      <Checkbox isSelected={draft.isWholeDay} onChange={(isWholeDay) => change({ isWholeDay })}>
        <Trans>Whole days</Trans>
      </Checkbox>
      <fieldset className="grid grid-cols-2 gap-x-4 gap-y-4">
        <legend className="sr-only">{t`Start and end`}</legend>
        <TextField
          label={draft.isWholeDay ? t`First day` : t`Starts on`}
          type="date"
          autoFocus
          value={draft.fromDay}
          onChange={(fromDay) =>
            change({
              fromDay,
              toDay: isPlausibleDay(fromDay) ? laterDay(fromDay, draft.toDay) : draft.toDay,
            })
          }
          className={draft.isWholeDay ? 'max-md:col-span-2' : ''}
        />
        {!draft.isWholeDay && (
          <TextField
            label={t`Start time`}
            type="time"
            value={draft.fromTime}
            onChange={(fromTime) => change({ fromTime })}
          />
        )}
        <TextField
          label={draft.isWholeDay ? t`Last day` : t`Ends on`}
          type="date"
          value={draft.toDay}
          onChange={(toDay) => change({ toDay })}
          error={tried ? (problem ?? undefined) : undefined}
          className={draft.isWholeDay ? 'max-md:col-span-2' : ''}
        />
        {!draft.isWholeDay && (
          <TextField
            label={t`End time`}
            type="time"
            value={draft.toTime}
            onChange={(toTime) => change({ toTime })}
          />
        )}
      </fieldset>
      <TextField
        label={t`Reason, visible to staff only`}
        optional
        maxLength={maxReason}
        value={draft.reason}
        onChange={(reason) => change({ reason })}
      />
    </FormDialog>
  );
}

function OverlapWarning(range: { start: number; end: number }) {
  const { t } = useLingui();
  const { dayOf, timeOf } = useOfficeClock();
  const { shortDay } = useDayWords();
  const { data } = useQuery(overlappingAppointmentsQuery(range.start, range.end, NAMED));
  const [first] = data?.rows ?? [];
  if (!data || !first) return null;
  const { rows, count } = data;
  const isOneDay = dayOf(range.start) === dayOf(range.end - 1);
  return (
    <Banner
      kind="warning"
      announce
      title={
        count === 1
          ? t`${{ name: first.name }} has an appointment during this time`
          : t`${count} appointments are during this time`
      }
    >
      <Trans>They’re still booked. Move or cancel them if no one will be here.</Trans>
      <ul className="figures mt-1 text-sm">
        {rows.map(({ id, name, starts_at }) => (
          <li key={id}>
            {isOneDay ? '' : `${shortDay(dayOf(Date.parse(starts_at)))}, `}
            {timeOf(Date.parse(starts_at))}: {name}
          </li>
        ))}
        {count > rows.length && <li>{t`and ${{ count: count - rows.length }} more`}</li>}
      </ul>
    </Banner>
  );
}

export function BlockDetails({ block, onClose }: { block: Block; onClose: () => void }) {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const { run, busy, problem } = useCalendarAction();

  async function remove() {
    if (!(await run(() => removeBlock(block.id)))) return;
    const { id, starts_at, ends_at, reason } = block;
    notify('success', t`The block was removed. Visitors can book this time again.`, {
      label: t`Undo`,
      onPress: () =>
        undo(
          () => addBlock({ id, starts_at, ends_at, reason }),
          t`The time is blocked again.`,
          (refusal) => calendarErrorMessage(refusal, t),
        ),
    });
    onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={blockTitle(block, t)}
      actions={
        <Button variant="secondary" onPress={() => void remove()} busy={busy}>
          <Trans>Remove block</Trans>
        </Button>
      }
    >
      <p className="figures font-semibold">{rangeWords(clock, useDayWords(), block, t)}</p>
      <p className="text-sm text-muted">
        {block.author_name ? (
          <Trans>Visitors can’t book this time. Blocked by {{ author: block.author_name }}.</Trans>
        ) : (
          <Trans>Visitors can’t book this time.</Trans>
        )}
      </p>
      <Problem>{problem}</Problem>
    </Dialog>
  );
}

function rangeWords(clock: OfficeClock, { longDay }: DayWords, block: Block, t: Translate): string {
  const { timeOf, timesOf } = clock;
  const { start, end } = spanOf(block);
  const [first, last] = [clock.dayOf(start), clock.dayOf(end)];
  if (isWholeDays(clock, block)) {
    const lastWhole = addDays(last, -1);
    return first === lastWhole
      ? t(msg`${{ day: longDay(first) }}, all day`)
      : t(msg`${{ first: longDay(first) }} – ${{ last: longDay(lastWhole) }}, all day`);
  }
  return first === last
    ? `${longDay(first)}, ${timesOf(start, end)}`
    : `${longDay(first)}, ${timeOf(start)} – ${longDay(last)}, ${timeOf(end)}`;
}
