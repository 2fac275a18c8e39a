import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { NothingHere } from '#app/ui/layout/panel.tsx';
import { LoadProblem } from './load-problem.tsx';
import { ShowMore, type ShowMoreProps } from './show-more.tsx';

interface Fetched<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: Fetched<Data> | (Fetched<Data> & ShowMoreProps['query']);
  /** Classes with the height of what is loading. */
  skeleton: string;
  /** Instead of an empty list. */
  none?: ReactNode;
  /** Says what could not be loaded, and why. */
  wording?: (problem: string) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** What was loaded, with a button for the next page; a skeleton until then. After a failure, why, and another try. */
export function Loaded<Data>({ query, skeleton, none, wording, children }: LoadedProps<Data>) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = query;
  const problem = error && messageOf(error, t);
  const isEmpty = none !== undefined && Array.isArray(data) && data.length === 0;
  return (
    <>
      {problem && (
        <LoadProblem onRetry={refetch} busy={isFetching}>
          {wording ? wording(problem) : problem}
        </LoadProblem>
      )}
      {data === undefined && !error && <Skeleton className={skeleton} />}
      {isEmpty && <NothingHere>{none}</NothingHere>}
      {data !== undefined && !isEmpty && children(data)}
      {'fetchNextPage' in query && <ShowMore query={query} />}
    </>
  );
}

interface LoadedRowsProps<Row> extends Omit<LoadedProps<readonly Row[]>, 'children'> {
  label?: string;
  /** Draws a list item. */
  children: (row: Row, at: number) => ReactNode;
}

/** The same for a list, with lines between its rows. */
export function LoadedRows<Row>({ label, children, ...loaded }: LoadedRowsProps<Row>) {
  return (
    <Loaded {...loaded}>
      {(rows) => (
        <ul aria-label={label} className="divide-y divide-line text-sm">
          {rows.map(children)}
        </ul>
      )}
    </Loaded>
  );
}
