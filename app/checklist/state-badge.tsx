import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, type LucideIcon, Send } from 'lucide-react';
import { Badge, type BadgeTone } from '#app/ui/feedback/badge.tsx';
import { VisuallyHidden } from '#app/ui/layout/visually-hidden.tsx';
import type { ItemState } from '#domain/checklist/state.ts';

const labels: Record<ItemState, { client: string; office: string; icon: LucideIcon; tone: BadgeTone }> = {
  open: { client: 'Still needed', office: 'Open', icon: CircleDashed, tone: 'neutral' },
  sent: { client: 'Sent, we are checking it', office: 'Sent', icon: Send, tone: 'info' },
  not_available: { client: 'You don’t have it', office: 'Not available', icon: CircleSlash, tone: 'neutral' },
  confirmed: { client: 'Checked and fine', office: 'Confirmed', icon: CircleCheck, tone: 'success' },
  asked_again: { client: 'Please send again', office: 'Asked for', icon: CircleAlert, tone: 'danger' },
};

/** The client's label of a state. */
export const clientStateLabel = (state: ItemState): string => labels[state].client;

/** The state of an item. */
export function StateBadge({ state, isStaff = false }: { state: ItemState; isStaff?: boolean }) {
  const { client, office, icon: Icon, tone } = labels[state];
  // Most items of the office's list are open: an icon is enough for them.
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
      {isStaff ? office : client}
    </Badge>
  );
}
