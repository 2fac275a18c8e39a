import { isLogKind, type LogKind } from '#domain/office/office-log.ts';
import { isDay } from '#domain/office-time/days.ts';
import { isUuid } from '#domain/text/uuid.ts';

/** The query parameters of the log: `person`, `kind`, `document`, and the days `from` and `to`. */
export interface LogFilters {
  person: string | null;
  kind: LogKind | null;
  /** A part of a document's name. */
  document: string;
  from: string | null;
  /** The last day that is shown. */
  to: string | null;
}

export function filtersIn(parameters: URLSearchParams): LogFilters {
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
