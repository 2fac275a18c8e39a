import { Badge, type BadgeTone } from '#app/ui/feedback/badge.tsx';
import type { MessageStatus } from './messages-query.ts';

const looks: Record<MessageStatus, { word: string; tone: BadgeTone }> = {
  new: { word: 'New', tone: 'accent' },
  open: { word: 'In progress', tone: 'info' },
  answered: { word: 'Answered', tone: 'success' },
  closed: { word: 'Closed', tone: 'neutral' },
};

/** The status of a message. */
export function MessageBadge({ status }: { status: string }) {
  const look = looks[status as MessageStatus];
  return (
    <Badge size="small" tone={look?.tone ?? 'neutral'}>
      {look?.word ?? status}
    </Badge>
  );
}
