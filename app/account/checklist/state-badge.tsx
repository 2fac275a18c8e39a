import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, type LucideIcon, Send } from 'lucide-react';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import type { ItemState } from '#domain/checklist/state.ts';

const looks: Record<ItemState, { words: string; icon: LucideIcon; tone: BadgeTone }> = {
  open: { words: 'Still needed', icon: CircleDashed, tone: 'neutral' },
  sent: { words: 'Sent, we check it', icon: Send, tone: 'info' },
  not_available: { words: 'You don’t have it', icon: CircleSlash, tone: 'neutral' },
  confirmed: { words: 'Checked and fine', icon: CircleCheck, tone: 'success' },
  asked_again: { words: 'Please send again', icon: CircleAlert, tone: 'danger' },
};

/** How a line of the list stands, in words and with a sign. */
export function StateBadge({ state }: { state: ItemState }) {
  const { words, icon: Icon, tone } = looks[state];
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {words}
    </Badge>
  );
}
