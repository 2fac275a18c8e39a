import { useLingui } from '@lingui/react/macro';
import { MessageCircle, MessageCircleQuestion } from 'lucide-react';
import type { ThreadState } from '#app/conversation/queries.ts';
import { useDates } from '#app/shared/format/dates.ts';

/** Beside a client's name: what their conversation waits for. */
export function ThreadMark({ state }: { state: ThreadState | null | undefined }) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  if (!state) return null;
  const day = mediumDate(state.since);
  const isOurs = state.waitsFor === 'office';
  const words = isOurs ? t`Waits for our reply since ${day}` : t`Has an open question since ${day}`;
  const Icon = isOurs ? MessageCircle : MessageCircleQuestion;
  return (
    <span title={words} className={isOurs ? 'shrink-0 text-accent' : 'shrink-0 text-warning'}>
      <Icon size={16} aria-hidden />
      <span className="sr-only">{words}</span>
    </span>
  );
}
