import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { CONVERSATION_ID, threadSummaryQuery, useLiveThread } from '../queries.ts';

/** Above the case: what is open in the conversation. Keeps all parts of the case live that show it. */
export function ThreadNotice({
  clientId,
  search,
}: {
  clientId: string;
  search: (current: string) => string;
}) {
  useLiveThread(clientId);
  const { search: current } = useLocation();
  const { data } = useQuery(threadSummaryQuery(clientId, 'office'));
  const { open_questions: openQuestions = 0, waiting = 0 } = data ?? {};
  if (openQuestions + waiting === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm print:hidden">
      <Link
        to={{ search: search(current), hash: `#${CONVERSATION_ID}` }}
        className="link inline-flex min-h-11 flex-wrap items-center gap-x-3 font-medium lg:min-h-0"
      >
        {waiting > 0 && (
          <span className="text-accent">
            <Plural value={waiting} one="# message waits for a reply" other="# messages wait for a reply" />
          </span>
        )}
        {openQuestions > 0 && (
          <span className="text-warning">
            <Plural value={openQuestions} one="# open question" other="# open questions" />{' '}
            <Trans>(waiting for client)</Trans>
          </span>
        )}
      </Link>
    </p>
  );
}
