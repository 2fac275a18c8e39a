import { Plural } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { threadSummaryQuery, useLiveThread } from '../queries.ts';

/** How many messages of the office the client hasn't read, on a tab. Nothing if there are none. */
export function UnreadCount({ clientId }: { clientId: string }) {
  useLiveThread(clientId);
  const { data } = useQuery(threadSummaryQuery(clientId, 'client'));
  const unread = data?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <span className="figures flex h-5 min-w-5 shrink-0 whitespace-nowrap items-center justify-center rounded-full bg-action px-1 text-xs font-semibold text-on-action">
      <span aria-hidden>{unread}</span>
      <span className="sr-only">
        <Plural value={unread} one="# new message" other="# new messages" />
      </span>
    </span>
  );
}
