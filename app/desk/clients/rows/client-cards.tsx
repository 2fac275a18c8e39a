import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { ClientCard } from './client-card.tsx';
import type { ClientRowsProps } from './client-rows-props.ts';
import { useRowWindow } from './use-row-window.ts';

const HEIGHT = 108;

export function ClientCards(props: ClientRowsProps) {
  const { filters, count, clientAt, factsOf, foundBy, isOutdated, onSee, marks } = props;
  const { t } = useLingui();
  const { search } = useLocation();
  const { rows, stop, measureTop, onKeyDown, onFocus, height, offsetOf } = useRowWindow(count, HEIGHT, onSee);
  return (
    <ol
      aria-label={t`Users`}
      aria-busy={isOutdated}
      ref={measureTop}
      onKeyDown={onKeyDown}
      className={classNames(
        'relative rounded-card border border-line bg-surface text-sm',
        isOutdated && 'opacity-60',
      )}
      style={{ height }}
    >
      {rows.map(({ index, start, size }) => {
        const client = clientAt(index);
        return (
          <li
            key={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            className="absolute inset-x-0 border-b border-line first:rounded-t-card last:rounded-b-card last:border-b-0 hover:bg-sunken has-[>label]:pl-10 has-checked:bg-action-soft"
            style={{ height: size, top: offsetOf(start) }}
          >
            {client && marks?.of(client, index)}
            {client ? (
              <ClientCard
                client={client}
                facts={factsOf(client.user_id)}
                found={foundBy(client.user_id)}
                year={filters.year}
                index={index}
                search={search}
                isStop={index === stop}
                onFocus={onFocus}
              />
            ) : (
              <Skeleton className="m-3 h-4 w-1/2" />
            )}
          </li>
        );
      })}
    </ol>
  );
}
