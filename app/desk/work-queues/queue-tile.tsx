import { useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { INBOX } from '../inbox/inbox-params.ts';
import { isAlwaysShown, type QueueId, queueNames, queueSearch, sizeText } from '../queues/queues.ts';

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
      to={id === 'messages' ? INBOX : { search: queueSearch(parameters, isOpen ? null : id) }}
      preventScrollReset
      aria-current={isOpen ? 'true' : undefined}
      className={classNames(
        // On wide screens, all queues are one line.
        'flex h-full min-h-11 items-center justify-between gap-2 rounded-control border px-2 py-1.5 text-sm text-ink sm:px-3 no-underline transition-colors duration-150 hover:border-action focus-visible:-outline-offset-3 lg:min-h-7 lg:justify-center lg:px-2 lg:py-0.5 lg:text-[0.8125rem] lg:whitespace-nowrap',
        isOpen
          ? 'border-action bg-action-soft font-semibold'
          : 'border-line bg-surface lg:border-transparent',
      )}
    >
      <span className="min-w-0 leading-tight">{t(queueNames[id])}</span>
      <span
        className={classNames(
          'figures min-w-7 shrink-0 whitespace-nowrap rounded-full px-2 text-center leading-6 font-semibold lg:min-w-6 lg:px-1.5 lg:leading-5',
          count ? countStyle(id) : 'text-muted',
        )}
      >
        {count === undefined ? '…' : sizeText(count, formats.count)}
      </span>
    </Link>
  );
}

const countStyle = (id: QueueId) =>
  isAlwaysShown(id) ? 'bg-accent-soft text-accent' : 'bg-danger-soft text-danger';
