import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { addDays } from '#domain/office-time/days.ts';
import { blockTitle } from '../appointment-labels.ts';
import {
  addBlock,
  calendarErrorMessage,
  removeBlock,
  undo,
  useCalendarMutation,
} from '../calendar-actions.ts';
import type { Block } from '../calendar-query.ts';
import { clock, longDay, timeOf, timesOf } from '../office-clock.ts';
import { isWholeDays } from './block-range.ts';

interface BlockDetailsProps {
  block: Block;
  onClose: () => void;
}

/** The details of a block, with a button to remove it. */
export function BlockDetails({ block, onClose }: BlockDetailsProps) {
  const { mutate, isPending, error } = useCalendarMutation(() => removeBlock(block.id));

  function remove() {
    mutate(undefined, {
      onSuccess: () => {
        const { starts_at, ends_at, reason } = block;
        notify('success', 'The block is removed: visitors can book this time again.', {
          label: 'Undo',
          onPress: () =>
            undo(
              () => addBlock({ starts_at, ends_at, reason }),
              'The time is blocked again.',
              calendarErrorMessage,
            ),
        });
        onClose();
      },
    });
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={blockTitle(block)}
      actions={
        <Button variant="secondary" onPress={remove} busy={isPending}>
          Remove block
        </Button>
      }
    >
      <p className="figures font-semibold">{rangeWords(block)}</p>
      <p className="text-sm text-muted">
        Visitors can't book this time.{block.author_name && ` Blocked by ${block.author_name}.`}
      </p>
      {error && (
        <Banner kind="danger" announce>
          {calendarErrorMessage(error)}
        </Banner>
      )}
    </Dialog>
  );
}

function rangeWords({ starts_at, ends_at }: Block): string {
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)];
  const [first, last] = [clock.dayOf(start), clock.dayOf(end)];
  if (isWholeDays({ starts_at, ends_at })) {
    const lastWhole = addDays(last, -1);
    return first === lastWhole
      ? `${longDay(first)}, all day`
      : `${longDay(first)} – ${longDay(lastWhole)}, all day`;
  }
  return first === last
    ? `${longDay(first)}, ${timesOf(start, end)}`
    : `${longDay(first)}, ${timeOf(start)} – ${longDay(last)}, ${timeOf(end)}`;
}
