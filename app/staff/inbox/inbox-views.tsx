import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { type InboxView, inboxViewSearch, inboxViews } from './inbox-params.ts';
import { inboxCountsQuery } from './messages-query.ts';

const names: Record<InboxView, string> = { open: 'Open', mine: 'Mine', answered: 'Answered' };

/** Which messages are listed. */
export function InboxViews({ current, userId }: { current: InboxView; userId: string }) {
  const [parameters] = useSearchParams();
  const { data: counts } = useQuery(inboxCountsQuery(userId));
  return (
    <nav aria-label="Messages by state" className="border-b border-line px-4 py-2">
      <ul className="flex gap-1">
        {inboxViews.map((view) => {
          const count = view === 'answered' ? undefined : counts?.[view];
          return (
            <li key={view}>
              <Link
                to={{ search: inboxViewSearch(parameters, view) }}
                preventScrollReset
                aria-current={view === current ? 'true' : undefined}
                className={classNames(
                  'figures inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 font-semibold no-underline lg:min-h-9',
                  view === current ? 'bg-action-soft text-ink' : 'text-link hover:bg-action-soft',
                )}
              >
                {names[view]}
                {count !== undefined && <span className="font-normal text-muted">{count}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
