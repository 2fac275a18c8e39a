import { useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { useFormats } from '#app/shared/language/language.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { isAlwaysShown, type QueueId, queueNames, queueSearch } from './queues.ts';

/** Opens or closes its queue. */
export function QueueTile({
  id,
  count,
  isOpen,
}: {
  id: QueueId;
  count: number | undefined;
  isOpen: boolean;
}) {
  const { t } = useLingui();
  const formats = useFormats();
  const [parameters] = useSearchParams();
  return (
    <Link
      to={{ search: queueSearch(parameters, isOpen ? null : id) }}
      preventScrollReset
      aria-current={isOpen ? 'true' : undefined}
      className={classNames(
        'flex h-full min-h-11 items-center justify-between gap-2 rounded-control border px-3 py-1.5 text-sm no-underline transition-colors duration-150 hover:border-action lg:min-h-10',
        isOpen ? 'border-action bg-action-soft font-semibold text-ink' : 'border-line bg-surface text-ink',
      )}
    >
      <span className="min-w-0 leading-tight">{t(queueNames[id])}</span>
      <span
        className={classNames(
          'figures min-w-7 rounded-full px-2 text-center leading-6 font-semibold',
          count ? countStyle(id) : 'text-muted',
        )}
      >
        {count === undefined ? '…' : formats.count(count)}
      </span>
    </Link>
  );
}

const countStyle = (id: QueueId) =>
  isAlwaysShown(id) ? 'bg-accent-soft text-accent' : 'bg-danger-soft text-danger';
