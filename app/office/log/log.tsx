import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { respondOwn } from '#app/shared/api/own-fetch.ts';
import { pagedQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { changedSearch } from '#app/shared/browser/changed-search.ts';
import { saveFile } from '#app/shared/browser/download.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { useDebounced } from '#app/shared/forms/use-debounced.ts';
import { LoadedRows } from '#app/shared/parts/loaded.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { isLogKind, type LogEntry, logKinds, sentenceOf } from '#domain/office/office-log.ts';
import { addDays, isDay, isPlausibleDay } from '#domain/office-time/days.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import { isUuid } from '#domain/text/uuid.ts';
import { personUrl } from '../people/people-query.ts';
import { ChoosePerson, ChosenPerson } from './log-person.tsx';

export default function Log() {
  const { t } = useLingui();
  const { timeZone } = useOffice();
  const [parameters, setParameters] = useSearchParams();
  const filters = filtersIn(parameters);
  const document = useDebounced(filters.document);
  const query = useInfiniteQuery(logQuery({ ...filters, document }, timeZone));
  const narrow = (changes: Changes) =>
    // Read the URL now: another filter may have changed since this render.
    setParameters(changedSearch(window.location.search, changes), {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <Panel id="office-log" title={t`Log`} level={2} actions={<Export filters={filters} />}>
      <Filters filters={filters} onChange={narrow} />
      <LoadedRows query={query} skeleton="h-40" none={t`No entries match.`} label={t`Entries`}>
        {(entry) => <LogLine key={`${entry.source} ${entry.id}`} entry={entry} />}
      </LoadedRows>
    </Panel>
  );
}

/** Null removes a filter. */
type Changes = Partial<Record<keyof LogFilters, string | null>>;

function Filters({ filters, onChange }: { filters: LogFilters; onChange: (changes: Changes) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(filters.document);
  const kinds = Object.entries(logKinds).map(([value, { label }]) => ({ value, label: t(label) }));
  return (
    <search className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
      <div className="flex min-w-0 flex-col justify-end">
        {filters.person === null ? (
          <ChoosePerson onChosen={(person) => onChange({ person })} />
        ) : (
          <ChosenPerson userId={filters.person} onClear={() => onChange({ person: null })} />
        )}
      </div>
      <NativeSelect
        id="log-kind"
        label={t({ message: 'Kind', context: 'log' })}
        placeholder={t`Everything`}
        options={kinds}
        value={filters.kind ?? ''}
        onChange={(kind) => onChange({ kind: kind || null })}
      />
      <TextField
        label={t`Document`}
        placeholder={t`Part of its name`}
        maxLength={200}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          onChange({ document: text.trim() || null });
        }}
      />
      <DayField
        label={t({ message: 'From', context: 'day' })}
        day={filters.from}
        onChange={(from) => onChange({ from })}
      />
      <DayField
        label={t({ message: 'To', context: 'day' })}
        day={filters.to}
        onChange={(to) => onChange({ to })}
      />
    </search>
  );
}

interface DayFieldProps {
  label: string;
  day: string | null;
  onChange: (day: string | null) => void;
}

/** Keeps what is typed, since the address has only whole days, and later than the field. */
function DayField({ label, day, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(day ?? '');
  return (
    <TextField
      label={label}
      type="date"
      value={typed}
      onChange={(text) => {
        setTyped(text);
        if (text === '' || isPlausibleDay(text)) onChange(text || null);
      }}
    />
  );
}

function Export({ filters }: { filters: LogFilters }) {
  const { t } = useLingui();
  const { timeZone } = useOffice();
  const { run, busy, problem } = useAction();

  async function exportLog(): Promise<void> {
    const { person, kind, document } = filters;
    const body = { ...within(filters, timeZone), person, kind, document };
    const answer = await respondOwn('/functions/v1/log-export', { body });
    saveFile(await answer.blob(), t`office-log.csv`);
  }

  return (
    <>
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        icon={<Download size={16} aria-hidden />}
        onPress={() => void run(exportLog)}
      >
        <Trans>Export CSV</Trans>
      </Button>
      <Problem className="basis-full">{problem}</Problem>
    </>
  );
}

/** A log entry as a sentence that links people to their accounts. */
function LogLine({ entry }: { entry: LogEntry }) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const ids = { actor: entry.actor_id, subject: entry.subject_id };
  // The subject of an invitation has no account yet.
  const isAccount = !entry.action.startsWith('staff.invit') && !entry.action.startsWith('mail.');
  return (
    <li className="grid gap-x-4 py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <time dateTime={entry.at} className="figures text-muted">
        {dateAndTime(entry.at)}
      </time>
      <span className="min-w-0 wrap-anywhere">
        {sentenceOf(entry, t).map((part, at) => {
          if (typeof part === 'string') return part;
          const id = ids[part.person];
          // The parts of a sentence keep their order.
          const key = `${part.person} ${at}`;
          if (id === null || (part.person === 'subject' && !isAccount))
            return <span key={key}>{part.name}</span>;
          return (
            <SmartLink key={key} to={personUrl(id)} className="link">
              {part.name}
            </SmartLink>
          );
        })}
      </span>
    </li>
  );
}

const PAGE = 50;
/** The time range of the days, in the office's time zone. */
function within({ from, to }: LogFilters, timeZone: string): { since?: string; until?: string } {
  const clock = zonedClock(timeZone);
  const startOf = (day: string) => new Date(clock.moment(day, '00:00')).toISOString();
  return {
    ...(from !== null && { since: startOf(from) }),
    ...(to !== null && { until: startOf(addDays(to, 1)) }),
  };
}

/** The entries in pages, latest first. */
function logQuery(filters: LogFilters, timeZone: string) {
  const { person, kind, document } = filters;
  return pagedQuery<LogEntry>(['office', 'log', filters, timeZone], PAGE, (after) =>
    rest.rpc('office_log', {
      ...within(filters, timeZone),
      ...(person !== null && { person }),
      ...(kind !== null && { actions: [...logKinds[kind].actions] }),
      ...(document !== '' && { document }),
      page_size: PAGE,
      ...(after && { before_at: after.at, before_source: after.source, before_id: after.id }),
    }),
  );
}

type LogFilters = ReturnType<typeof filtersIn>;

/** From the query parameters of the log. `document` is a part of a document's name, `to` the last day that is shown. */
export function filtersIn(parameters: URLSearchParams) {
  const read = (name: string) => parameters.get(name) ?? '';
  const [person, kind, from, to] = [read('person'), read('kind'), read('from'), read('to')];
  return {
    person: isUuid(person) ? person : null,
    kind: isLogKind(kind) ? kind : null,
    document: read('document').trim().slice(0, 200),
    from: isDay(from) ? from : null,
    to: isDay(to) ? to : null,
  };
}
