import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { toneOf } from '#app/returns/queries.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import type { DocumentList } from '#contract/document-lists.ts';
import { daysSince } from '#domain/office-time/office-day.ts';
import { isReturnStatus, returnStatusNames, waitsForClient } from '#domain/returns/tax-return.ts';
import { MissingFact } from '../document-lists/list-facts.tsx';
import type { ClientFacts } from './clients-query.ts';

export function FormFact({ facts, year }: { facts: ClientFacts | undefined; year: number }) {
  const { t } = useLingui();
  if (!facts) return <Skeleton className="h-3 w-12" />;
  const isSent = facts.form_submitted_at !== null;
  return (
    <span className={isSent ? 'text-success' : 'text-muted'}>
      <span className="sr-only">
        <Trans>Tax form {year}:</Trans>{' '}
      </span>
      {isSent ? t({ message: 'Sent', context: 'tax form' }) : t({ message: 'Not sent', context: 'tax form' })}
    </span>
  );
}

/** A later release may know more steps. */
const known = (status: string | null) => (status !== null && isReturnStatus(status) ? status : null);

export function ReturnFact({ facts }: { facts: ClientFacts | undefined }) {
  const { t } = useLingui();
  if (!facts) return <Skeleton className="h-3 w-24" />;
  const [personal, business] = [known(facts.personal_status), known(facts.business_status)];
  const shown = personal ?? business;
  if (!shown) {
    return (
      <span className="text-muted">
        <span aria-hidden>–</span>
        <span className="sr-only">{t`No return`}</span>
      </span>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="sr-only">
        <Trans context="tax return">Return:</Trans>{' '}
      </span>
      <Badge size="small" tone={toneOf(shown)}>
        <span className="truncate" title={t(returnStatusNames[shown])}>
          {t(returnStatusNames[shown])}
        </span>
      </Badge>
      {business && (
        <span
          className="text-xs text-muted"
          title={t`Business return: ${{ status: t(returnStatusNames[business]) }}`}
        >
          <span aria-hidden>{personal ? '+1' : t({ message: 'business', context: 'tax return' })}</span>
          <span className="sr-only">{t`Business return: ${{ status: t(returnStatusNames[business]) }}`}</span>
        </span>
      )}
    </span>
  );
}

export function NewFilesFact({ facts }: { facts: ClientFacts | undefined }) {
  const newFiles = facts?.new_files ?? 0;
  if (newFiles === 0) return null;
  return (
    <Badge size="small" tone="danger">
      <Trans>
        <span className="figures">
          <Plural value={newFiles} one="# new" other="# new" />
        </span>
        <span className="sr-only">
          {' '}
          <Plural value={newFiles} one="file" other="files" />
        </span>
      </Trans>
    </Badge>
  );
}

const Nothing = () => (
  <span aria-hidden className="text-muted">
    –
  </span>
);

/** `words` are undefined while loading, and null if there are none. */
export function WordsFact({ words }: { words: string | null | undefined }) {
  if (words === undefined) return <Skeleton className="h-3 w-12" />;
  if (words === null) return <Nothing />;
  return (
    <span className="truncate" title={words}>
      {words}
    </span>
  );
}

/** `at` is undefined while loading, and null if there is none. */
export function DateFact({ at }: { at: string | null | undefined }) {
  const { recentDate, dateAndTime } = useDates();
  if (at === undefined) return <Skeleton className="h-3 w-10" />;
  if (at === null) return <Nothing />;
  return (
    <span className="figures truncate" title={dateAndTime(at)}>
      {recentDate(at)}
    </span>
  );
}

export function MissingDocuments({ list }: { list: DocumentList | undefined }) {
  if (!list) return <Skeleton className="h-3 w-10" />;
  return list.total === 0 ? <Nothing /> : <MissingFact list={list} />;
}

/** The return that has waited longest for its next step, and since when. */
export function waitingOf({ waiting_status, waiting_since }: ClientFacts) {
  const status = known(waiting_status);
  return status && waiting_since !== null ? { status, since: waiting_since } : null;
}

export function WaitingFact({ facts }: { facts: ClientFacts | undefined }) {
  const { t } = useLingui();
  const { count } = useFormats();
  const { timeZone } = useOffice();
  const { mediumDate } = useDates();
  if (!facts) return <Skeleton className="h-3 w-12" />;
  const waiting = waitingOf(facts);
  if (!waiting) return <Nothing />;
  const { status, since } = waiting;
  const days = daysSince(Date.parse(since), Date.now(), timeZone);
  const isOnClient = waitsForClient(status);
  return (
    <span
      className="flex min-w-0 gap-1.5 whitespace-nowrap"
      title={t`${{ status: t(returnStatusNames[status]) }} since ${{ date: mediumDate(since) }}`}
    >
      <span className="figures min-w-8 text-right">
        <Trans context="days">{{ days: count(days) }} d</Trans>
      </span>
      <span className={classNames('truncate', isOnClient ? 'text-warning' : 'text-info')}>
        {isOnClient
          ? t({ message: 'client', context: 'a return waits for' })
          : t({ message: 'us', context: 'a return waits for' })}
      </span>
    </span>
  );
}
