import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { clientSearch } from '../manage-params.ts';

interface Fetched<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** Renders the data, the error, or a skeleton. */
export function QueueContent<Data>({
  query,
  children,
}: {
  query: Fetched<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useLingui();
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <LoadProblem className="m-3" onRetry={query.refetch}>
        <Trans>We couldn’t load this list: {{ problem: messageOf(query.error, t) }}</Trans>
      </LoadProblem>
    );
  }
  return (
    <div role="status" aria-label={t`Loading...`} className="flex flex-col gap-3 p-4">
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}

export function EmptyQueue({ children }: { children?: string }) {
  const { t } = useLingui();
  return (
    <p role="status" className="px-4 py-6 text-center text-muted">
      {children ?? t`You’re all caught up.`}
    </p>
  );
}

/** Rows under a heading, such as a day or a status. */
export function QueueGroup({
  title,
  level = 3,
  count,
  children,
}: {
  title: string;
  level?: 2 | 3;
  count?: number | string;
  children: ReactNode;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className="border-b border-line last:border-b-0">
      <Heading className="figures flex items-baseline gap-2 bg-sunken px-4 py-1.5 font-sans text-xs font-semibold text-muted">
        {title}
        {count !== undefined && <span className="shrink-0 whitespace-nowrap">{count}</span>}
      </Heading>
      <ul aria-label={title} className="divide-y divide-line">
        {children}
      </ul>
    </section>
  );
}

/** A row with its actions. On wide screens, its parts are columns that line up with those of the other rows. */
export function QueueRow({
  children,
  columns,
  actions,
  isOpen = false,
}: {
  children: ReactNode;
  /** Classes of the grid from `lg` on, and of the place of the actions: the same in each row of a list. */
  columns: { facts: string; actions: string };
  actions?: ReactNode;
  /** Whether the next element belongs to this row, so that there is no border. */
  isOpen?: boolean;
}) {
  return (
    <li
      data-queue-row
      className={classNames(
        'flex flex-col gap-x-6 gap-y-1 px-4 py-2 lg:min-h-10 lg:flex-row lg:justify-between lg:py-1',
        // Buttons are on the line of the name, however long the name is.
        actions ? 'lg:items-baseline' : 'lg:items-center',
        isOpen && 'border-b-0!',
      )}
    >
      <div
        className={classNames(
          'flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 gap-y-0.5 wrap-anywhere max-lg:*:empty:hidden lg:grid',
          columns.facts,
        )}
      >
        {children}
      </div>
      {/* Also without any: buttons must not move the columns. */}
      <div
        className={classNames(
          'flex shrink-0 flex-wrap items-center gap-1 max-lg:empty:hidden lg:justify-end lg:gap-2',
          columns.actions,
        )}
      >
        {actions}
      </div>
    </li>
  );
}

export function CaseLink({ clientId, children }: { clientId: string; children: ReactNode }) {
  const [parameters] = useSearchParams();
  return (
    <Link
      data-queue-stop
      to={{ pathname: '/manage', search: clientSearch(`?${parameters}`, clientId, '') }}
      className="link inline-flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere lg:min-h-0"
    >
      {children}
    </Link>
  );
}

export function MoreButton({ onPress }: { onPress: () => void }) {
  return (
    <p className="px-4 py-2 text-center">
      <Button variant="quiet" size="small" onPress={onPress}>
        <Trans>Show more</Trans>
      </Button>
    </p>
  );
}
