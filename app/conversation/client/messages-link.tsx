import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, MessageCircle } from 'lucide-react';
import { MESSAGES_PATH } from '#app/shared/portal-paths.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { threadSummaryQuery, useLiveThread } from '../queries.ts';

export function MessagesLink({ clientId }: { clientId: string }) {
  const { t } = useLingui();
  useLiveThread(clientId);
  const { data } = useQuery(threadSummaryQuery(clientId, 'client'));
  const unread = data?.unread ?? 0;
  const questions = data?.open_questions ?? 0;
  return (
    <SmartLink
      to={MESSAGES_PATH}
      className="flex min-h-20 items-center gap-4 rounded-card border border-line bg-surface p-5 transition-colors duration-150 hover:border-action hover:bg-action-soft"
    >
      <MessageCircle size={28} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{t`Messages`}</span>
        {unread > 0 && (
          <Badge tone="accent">
            <Plural value={unread} one="# new message" other="# new messages" />
          </Badge>
        )}
        {questions > 0 && (
          <Badge tone="warning">
            <Plural value={questions} one="# question for you" other="# questions for you" />
          </Badge>
        )}
      </span>
      <ChevronRight size={20} aria-hidden className="shrink-0 text-muted" />
    </SmartLink>
  );
}
