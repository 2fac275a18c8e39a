import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, type LucideIcon, Send } from 'lucide-react';
import { Badge, type BadgeTone } from '#app/ui/feedback/badge.tsx';
import type { ItemState, ListedItem } from '#domain/checklist/state.ts';
import { msg } from '#domain/language/message.ts';

interface Look {
  client: MessageDescriptor;
  office: MessageDescriptor;
  icon: LucideIcon;
  tone: BadgeTone;
}

const looks: Record<ItemState, Look> = {
  open: {
    client: msg`Still needed`,
    office: msg({ message: 'Open', context: 'document' }),
    icon: CircleDashed,
    tone: 'neutral',
  },
  sent: {
    client: msg`Sent, and we’re checking it`,
    office: msg({ message: 'Sent', context: 'document' }),
    icon: Send,
    tone: 'info',
  },
  not_available: {
    client: msg`You don’t have it`,
    office: msg({ message: 'Not available', context: 'document' }),
    icon: CircleSlash,
    tone: 'neutral',
  },
  confirmed: {
    client: msg`Checked and accepted`,
    office: msg({ message: 'Confirmed', context: 'document' }),
    icon: CircleCheck,
    tone: 'success',
  },
  asked_again: {
    client: msg`Please send again`,
    office: msg({ message: 'Requested', context: 'document' }),
    icon: CircleAlert,
    tone: 'danger',
  },
};

/** Asked for, and never sent: not again. */
const askedFirst: Look = {
  ...looks.asked_again,
  client: msg`We asked for this`,
  tone: 'warning',
};

type StateOf = Pick<ListedItem, 'state' | 'documentIds'>;

const lookOf = ({ state, documentIds }: StateOf): Look =>
  state === 'asked_again' && documentIds.length === 0 ? askedFirst : looks[state];

export const clientStateLabel = (item: StateOf): MessageDescriptor => lookOf(item).client;

export function StateBadge({ item, isStaff = false }: { item: StateOf; isStaff?: boolean }) {
  const { t } = useLingui();
  const { state } = item;
  const { client, office, icon: Icon, tone } = lookOf(item);
  // Most items of the office's list are open: an icon is enough for them.
  if (isStaff && state === 'open') {
    return (
      <span className="text-muted">
        <Icon size={16} aria-hidden />
        <span className="sr-only">{t(office)}</span>
      </span>
    );
  }
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {t(isStaff ? office : client)}
    </Badge>
  );
}
