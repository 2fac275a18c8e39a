import { Trans, useLingui } from '@lingui/react/macro';
import { type DayWords, useDayWords } from '#app/shared/format/days.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { addDays } from '#domain/office-time/days.ts';
import { blockTitle } from '../appointment-labels.ts';
import { addBlock, calendarErrorMessage, removeBlock, undo, useCalendarAction } from '../calendar-actions.ts';
import { type Block, spanOf } from '../calendar-query.ts';
import { type OfficeClock, useOfficeClock } from '../office-clock.ts';
import { isWholeDays } from './block-range.ts';

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
