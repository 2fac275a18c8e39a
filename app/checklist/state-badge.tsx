import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, type LucideIcon, Send } from 'lucide-react';
import { Badge, type BadgeTone } from '#app/ui/feedback/badge.tsx';
import { VisuallyHidden } from '#app/ui/layout/visually-hidden.tsx';
import type { ItemState } from '#domain/checklist/state.ts';

const looks: Record<ItemState, { words: string; office: string; icon: LucideIcon; tone: BadgeTone }> = {
  open: { words: 'Still needed', office: 'Open', icon: CircleDashed, tone: 'neutral' },
  sent: { words: 'Sent, we check it', office: 'Sent', icon: Send, tone: 'info' },
  not_available: { words: 'You don’t have it', office: 'Not available', icon: CircleSlash, tone: 'neutral' },
  confirmed: { words: 'Checked and fine', office: 'Confirmed', icon: CircleCheck, tone: 'success' },
  asked_again: { words: 'Please send again', office: 'Asked for', icon: CircleAlert, tone: 'danger' },
};

/** What the client reads about a line. */
export const stateWords = (state: ItemState): string => looks[state].words;

/** How a line of the list stands, in words and with a sign. */
export function StateBadge({ state, isStaff = false }: { state: ItemState; isStaff?: boolean }) {
  const { words, office, icon: Icon, tone } = looks[state];
  // Most lines of the office's list are open: there the sign is enough for the eye.
  if (isStaff && state === 'open') {
    return (
      <span className="text-muted">
        <Icon size={16} aria-hidden />
        <VisuallyHidden>{office}</VisuallyHidden>
      </span>
    );
  }
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {isStaff ? office : words}
    </Badge>
  );
}
