import { Plural } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '#app/language/language.tsx';
import type { QueueId } from '../queues/queues.ts';
import { countsQuery } from '../queues/queues-query.ts';

/** The count that a page has loaded. The bar itself asks for none. */
export function WaitingCount({ queue }: { queue: QueueId }) {
  const formats = useFormats();
  const { data: counts } = useQuery({ ...countsQuery, enabled: false });
  const count = counts?.[queue] ?? 0;
  if (count === 0) return null;
  return (
    <span className="figures min-w-5 shrink-0 whitespace-nowrap rounded-full bg-accent-soft px-1.5 text-center text-xs leading-5 font-semibold text-accent">
      <span aria-hidden>{formats.count(count)}</span>
      <span className="sr-only">
        <Plural value={count} one="(# is waiting)" other="(# are waiting)" />
      </span>
    </span>
  );
}
