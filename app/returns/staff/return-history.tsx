import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReturnEventRow, TaxReturn } from '#app/returns/queries.ts';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Translate } from '#domain/language/translate.ts';
import { noteWords } from '#domain/returns/step-note.ts';
import { isReturnStatus, returnStatusNames } from '#domain/returns/tax-return.ts';

/** Who changed the status of the return, with notes; newest first. */
export function ReturnHistory({ taxReturn }: { taxReturn: TaxReturn }) {
  const [isOpen, setIsOpen] = useState(false);
  const { events } = taxReturn;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer font-medium text-link">
        <Trans>
          History (<Plural value={{ count: events.length }} one="# entry" other="# entries" />)
        </Trans>
      </summary>
      {isOpen && <Entries events={[...events].reverse()} />}
    </details>
  );
}

function Entries({ events }: { events: readonly ReturnEventRow[] }) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const ids = [...new Set(events.flatMap(({ actor_id }) => actor_id ?? []))].sort();
  const { data: names } = useQuery({
    queryKey: ['profile-names', ids],
    queryFn: async ({ signal }) => {
      const data = await dataOf(
        rest.from('user_profiles').select('user_id, first_name, last_name, email').in('user_id', ids),
        signal,
      );
      return new Map(data.map((person) => [person.user_id, displayName(person)]));
    },
  });
  const who = ({ actor_id, actor_role }: ReturnEventRow) =>
    names?.get(actor_id ?? '') ?? (actor_role === 'client' ? t`The client` : t`Our office`);
  return (
    <ol className="mt-1 divide-y divide-line">
      {events.map((event) => (
        <li key={event.id} className="py-1.5">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span>
              <span className="font-medium">{whatHappened(event, t)}</span>{' '}
              <span className="text-muted">{t`by ${{ person: who(event) }}`}</span>
            </span>
            <time dateTime={event.at} className="figures text-muted">
              {dateAndTime(event.at)}
            </time>
          </div>
          {event.note && (
            <p className="break-words whitespace-pre-line text-muted">
              “{inWords(noteWords(event.note), t)}”
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function whatHappened({ kind, to_status }: ReturnEventRow, t: Translate): string {
  if (kind === 'paid') return t(msg`Payment recorded`);
  if (kind === 'payment_undone') return t(msg`Payment undone`);
  return to_status !== null && isReturnStatus(to_status)
    ? t(returnStatusNames[to_status])
    : t(msg`Status changed`);
}
