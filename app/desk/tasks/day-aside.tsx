import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CONVERSATION_ID, fetchWaitingThreads, type WaitsFor } from '#app/conversation/queries.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { calendarDaysQuery } from '../calendar/calendar-query.ts';
import { useOfficeClock } from '../calendar/office-clock.ts';
import { clientSearch, tabSearch } from '../manage-params.ts';
import { queuesKey } from '../queues/queues-query.ts';
import { waitingClientsQuery } from '../queues/waiting-clients-query.ts';
import { DateRow } from './task-rows.tsx';
import { type ClientDate, upcomingDatesQuery, type Who } from './tasks-query.ts';

/** The inbox and the list of clients have the rest. */
const MOST = 10;

const preparers: Record<Who, string | undefined> = { mine: 'me', unassigned: 'none', all: undefined };

interface DayAsideProps {
  who: Who;
  today: string;
  /** Dates that were just checked off. */
  hidden: ReadonlySet<string>;
  onFinish: (date: ClientDate) => void;
}

/** Who waits, what arrived, today's appointments, and the dates of clients that are due soon. */
export function DayAside({ who, today, hidden, onFinish }: DayAsideProps) {
  const { t } = useLingui();
  const dates = useQuery(upcomingDatesQuery(who));
  const shown = dates.data?.filter(({ id }) => !hidden.has(id));
  return (
    <aside aria-label={t`Next to the tasks`} className="flex shrink-0 flex-col gap-3 lg:w-80">
      <DayThreads who={who} waitsFor="office" />
      <DayFiles who={who} />
      <Appointments today={today} />
      <Panel id="day-dates" title={t`Dates of clients, next 14 days`} level={2}>
        <Loaded
          query={{ ...dates, data: shown }}
          skeleton="h-12"
          none={<Trans>No dates are due. Add them in a client’s case, under Tasks and dates.</Trans>}
        >
          {(shown) => (
            <ul aria-labelledby="day-dates" className="-my-1 divide-y divide-line">
              {shown.map((date) => (
                <DateRow
                  key={date.id}
                  date={date}
                  today={today}
                  client={{ id: date.client_id, name: date.client_name }}
                  onFinish={() => onFinish(date)}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
      <DayThreads who={who} waitsFor="client" />
    </aside>
  );
}

function Appointments({ today }: { today: string }) {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const days = useQuery(calendarDaysQuery(clock, today, today));
  const booked = days.data?.appointments.filter(
    ({ status }) => status === 'pending' || status === 'confirmed',
  );
  return (
    <Panel id="day-appointments" title={t`Today’s appointments`} level={2}>
      <Loaded query={{ ...days, data: booked }} skeleton="h-12" none={t`No one has an appointment today.`}>
        {(booked) => (
          <ul aria-labelledby="day-appointments" className="-my-1 divide-y divide-line text-sm">
            {booked.map(({ id, name, starts_at }) => (
              <li key={id} className="flex items-center gap-3">
                <span className="figures shrink-0 text-muted">{clock.timeOf(Date.parse(starts_at))}</span>
                <SmartLink
                  to={`/manage/calendar?day=${today}&appointment=${id}`}
                  className="link inline-flex min-h-11 min-w-0 items-center wrap-anywhere lg:min-h-9"
                >
                  {name}
                </SmartLink>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

interface WaitingPanelProps {
  id: string;
  title: string;
  error: Error | null;
  children: readonly ReactNode[];
}

/** Nothing if nothing waits. */
function WaitingPanel({ id, title, error, children }: WaitingPanelProps) {
  const { t } = useLingui();
  if (children.length === 0 && !error) return null;
  return (
    <Panel id={id} title={title} level={2}>
      {error && <Banner kind="danger">{messageOf(error, t)}</Banner>}
      <ul aria-labelledby={id} className="-my-1 divide-y divide-line text-sm">
        {children}
      </ul>
    </Panel>
  );
}

/** The clients whose documents no one has seen. */
function DayFiles({ who }: { who: Who }) {
  const { t } = useLingui();
  const { data, error } = useQuery(waitingClientsQuery('new_files', MOST, useOffice(), preparers[who]));
  return (
    <WaitingPanel id="day-files" title={t`New documents`} error={error}>
      {(data?.clients ?? []).map(({ overview, ...client }) => (
        <li key={client.user_id} className="flex items-center gap-3">
          <SmartLink
            to={`/manage?client=${client.user_id}`}
            className="link inline-flex min-h-11 min-w-0 items-center wrap-anywhere lg:min-h-9"
          >
            {displayName(client)}
          </SmartLink>
          <span className="figures ml-auto shrink-0 text-muted">
            <Plural value={{ files: overview?.new_files ?? 0 }} one="# new file" other="# new files" />
          </span>
        </li>
      ))}
    </WaitingPanel>
  );
}

/** The conversations that wait longest: for our reply, or for the client's answer. */
function DayThreads({ who, waitsFor }: { who: Who; waitsFor: WaitsFor }) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const { data = [], error } = useQuery({
    queryKey: [...queuesKey, 'day', who, waitsFor] as const,
    queryFn: ({ signal }) => fetchWaitingThreads({ wanted: who, waitsFor, size: MOST }, signal),
    staleTime: 0,
  });
  return (
    <WaitingPanel
      id={`day-threads-${waitsFor}`}
      title={waitsFor === 'office' ? t`Clients waiting for a reply` : t`Questions waiting for an answer`}
      error={error}
    >
      {data.map(({ client_id, client_name, waiting_since, latest }) => (
        <li key={client_id} className="py-1">
          <span className="flex items-baseline gap-3">
            <SmartLink
              to={`/manage${tabSearch(clientSearch('', client_id, ''), 'contact')}#${CONVERSATION_ID}`}
              className="link inline-flex min-h-11 min-w-0 items-center wrap-anywhere lg:min-h-7"
            >
              {client_name}
            </SmartLink>
            <span className="figures ml-auto shrink-0 text-muted">{mediumDate(waiting_since)}</span>
          </span>
          <span className="line-clamp-1 text-muted">{latest}</span>
        </li>
      ))}
    </WaitingPanel>
  );
}
