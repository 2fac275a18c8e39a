import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import { dateTitle } from '#domain/tasks/words.ts';
import { calendarDaysQuery } from '../calendar/calendar-query.ts';
import { useOfficeClock } from '../calendar/office-clock.ts';
import { DateRow } from './date-row.tsx';
import { dateActions, upcomingDatesQuery } from './dates-query.ts';
import { DayFiles } from './day-files.tsx';
import { DayThreads } from './day-threads.tsx';
import type { Who } from './task-params.ts';

interface DayAsideProps {
  who: Who;
  today: string;
  /** Dates that were just checked off. */
  hidden: ReadonlySet<string>;
  onFinish: (date: { id: string; title: string; finish: typeof dateActions.finish }) => void;
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
        {dates.error && <Banner kind="danger">{messageOf(dates.error, t)}</Banner>}
        {dates.isPending && <Skeleton className="h-12" />}
        {shown?.length === 0 && (
          <NothingHere>
            <Trans>No dates are due. Add them in a client’s case, under Tasks and dates.</Trans>
          </NothingHere>
        )}
        {shown && shown.length > 0 && (
          <ul aria-labelledby="day-dates" className="-my-1 divide-y divide-line">
            {shown.map((date) => (
              <DateRow
                key={date.id}
                date={date}
                today={today}
                client={{ id: date.client_id, name: date.client_name }}
                onFinish={() =>
                  onFinish({ id: date.id, title: dateTitle(date, t), finish: dateActions.finish })
                }
              />
            ))}
          </ul>
        )}
      </Panel>
      <DayThreads who={who} waitsFor="client" />
    </aside>
  );
}

function Appointments({ today }: { today: string }) {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const { data, error, isPending } = useQuery(calendarDaysQuery(clock, today, today));
  const booked = data?.appointments.filter(({ status }) => status === 'pending' || status === 'confirmed');
  return (
    <Panel id="day-appointments" title={t`Today’s appointments`} level={2}>
      {error && <Banner kind="danger">{messageOf(error, t)}</Banner>}
      {isPending && <Skeleton className="h-12" />}
      {booked?.length === 0 && <NothingHere>{t`No one has an appointment today.`}</NothingHere>}
      {booked && booked.length > 0 && (
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
    </Panel>
  );
}
