import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
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
                  onFinish={() =>
                    onFinish({ id: date.id, title: dateTitle(date, t), finish: dateActions.finish })
                  }
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
