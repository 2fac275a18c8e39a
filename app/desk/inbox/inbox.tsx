import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { pageMeta } from '#app/shared/meta.ts';
import { AccessDenied } from '#app/shared/session/guards/access-denied-page.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { mayManage } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';
import { countsQuery, useLiveQueues } from '../queues/queues-query.ts';
import { useRowFocus } from '../queues/use-row-focus.ts';
import { type ShortcutGroup, sendKey, useListedShortcuts } from '../shortcuts.tsx';
import { INBOX } from './inbox-params.ts';
import { Messages } from './messages.tsx';

export const meta = pageMeta(() => ({
  title: msg`Inbox`,
  description: msg`For staff: messages and replies.`,
  path: INBOX,
  index: false,
}));

export default function InboxPage() {
  const { role } = useSession();
  return mayManage(role) ? <Inbox /> : <AccessDenied />;
}

const inboxShortcuts: ShortcutGroup = {
  title: msg`In the inbox`,
  shortcuts: [{ keys: [sendKey], does: msg`Send the reply` }],
};

/** The messages from the contact page, and our replies. All view state is in the URL (inbox-params.ts). */
function Inbox() {
  const page = useRef<HTMLDivElement>(null);
  useRowFocus(page);
  useListedShortcuts(inboxShortcuts);
  useLiveQueues();
  // For the count in the bar.
  useQuery(countsQuery);
  return (
    <div ref={page} className="staff-page flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 tabIndex={-1} data-queue-stop className="text-lg">
          <Trans>Inbox</Trans>
        </h1>
        <p className="text-sm text-muted">
          <Trans>Messages from clients and from the contact page.</Trans>
        </p>
      </div>
      <div className="rounded-card border border-line bg-surface text-sm">
        <Messages />
      </div>
    </div>
  );
}
