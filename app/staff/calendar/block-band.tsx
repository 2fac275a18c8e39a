import { Ban } from 'lucide-react';
import { VisuallyHidden } from '#app/ui/layout/visually-hidden.tsx';
import { blockTitle } from './appointment-labels.ts';
import type { Block } from './calendar-query.ts';
import { timesOf } from './office-clock.ts';

/** The look of time that nobody can have. */
export const hatching = {
  backgroundImage:
    'repeating-linear-gradient(135deg, var(--line) 0 1.5px, transparent 1.5px 8px), linear-gradient(var(--sunken), var(--sunken))',
} as const;

/** A blocked time in the column of a day. */
export function BlockBand({ block, onOpen }: { block: Block; onOpen: () => void }) {
  return (
    <button
      type="button"
      data-block={block.id}
      onClick={onOpen}
      style={hatching}
      className="@container flex h-full w-full cursor-pointer items-start gap-1 overflow-hidden rounded-sm border border-line px-1.5 py-px text-left text-[0.75rem] leading-[1.45] text-ink scroll-mt-20 hover:border-ink focus-visible:outline-offset-0"
    >
      <span className="flex min-w-0 items-start gap-1 rounded-sm bg-surface px-1">
        <Ban size={13} aria-hidden className="mt-[0.2em] shrink-0 @max-[9.5rem]:hidden" />
        <span className="min-w-0 font-medium break-words">{blockTitle(block)}</span>
      </span>
      <VisuallyHidden>
        blocked time, {timesOf(Date.parse(block.starts_at), Date.parse(block.ends_at))}
      </VisuallyHidden>
    </button>
  );
}
