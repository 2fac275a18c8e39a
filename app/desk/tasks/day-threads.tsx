import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CONVERSATION_ID, fetchWaitingThreads, type WaitsFor } from '#app/conversation/queries.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { clientSearch, tabSearch } from '../manage-params.ts';
import { queuesKey } from '../queues/queues-query.ts';
import type { Who } from './task-params.ts';

/** The inbox has the rest. */
const MOST = 10;

/** The conversations that wait longest: for our reply, or for the client's answer. Nothing if none does. */
export function DayThreads({ who, waitsFor }: { who: Who; waitsFor: WaitsFor }) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const { data = [], error } = useQuery({
    queryKey: [...queuesKey, 'day', who, waitsFor] as const,
    queryFn: ({ signal }) => fetchWaitingThreads({ wanted: who, waitsFor, size: MOST }, signal),
    staleTime: 0,
  });
  const id = `day-threads-${waitsFor}`;
  if (data.length === 0 && !error) return null;
  return (
    <Panel
      id={id}
      title={waitsFor === 'office' ? t`Clients waiting for a reply` : t`Questions waiting for an answer`}
      level={2}
    >
      {error && <Banner kind="danger">{messageOf(error, t)}</Banner>}
      <ul aria-labelledby={id} className="-my-1 divide-y divide-line text-sm">
        {data.map(({ client_id, client_name, waiting_since, latest }) => (
          <li key={client_id} className="py-1">
            <span className="flex items-baseline gap-3">
              <SmartLink
                to={`/manage${tabSearch(clientSearch('', client_id, ''), 'contact')}#${CONVERSATION_ID}`}
                className="link inline-flex min-h-11 min-w-0 items-center wrap-anywhere lg:min-h-7"
              >
                {client_name}
              </SmartLink>
              <span className="figures ml-auto shrink-0 text-muted">{mediumDate(waiting_since)}</span>
            </span>
            <span className="line-clamp-1 text-muted">{latest}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
