import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Badge, type BadgeTone } from '#app/ui/feedback/badge.tsx';
import { msg } from '#domain/language/message.ts';
import type { MessageStatus } from './messages-query.ts';

const looks: Record<MessageStatus, { word: MessageDescriptor; tone: BadgeTone }> = {
  new: { word: msg({ message: 'New', context: 'message' }), tone: 'accent' },
  open: { word: msg({ message: 'In progress', context: 'message' }), tone: 'info' },
  answered: { word: msg({ message: 'Answered', context: 'message' }), tone: 'success' },
  closed: { word: msg({ message: 'Closed', context: 'message' }), tone: 'neutral' },
};

/** The status of a message. */
export function MessageBadge({ status }: { status: string }) {
  const { t } = useLingui();
  const look = looks[status as MessageStatus];
  return (
    <Badge size="small" tone={look?.tone ?? 'neutral'}>
      {look ? t(look.word) : status}
    </Badge>
  );
}
