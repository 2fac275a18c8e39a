import { msg } from '#domain/language/message.ts';
import { holidayIds, nameOfHoliday } from '#domain/office-time/holidays.ts';
import type { FactsSection } from '../model/fields.ts';

export const closedDays: FactsSection = {
  path: 'closed-days',
  title: msg`Closed days`,
  groups: [
    {
      title: msg`Closed on these days`,
      hint: msg`Visitors can’t book an appointment on them. Appointments that are already booked stay: move or cancel them in the calendar.`,
      pages: ['/booking'],
      fields: [
        {
          kind: 'rows',
          path: 'calendar.closedOn',
          label: msg`Closed days`,
          words: {
            add: msg`Add a closed day`,
            fresh: msg`New closed day`,
            numbered: (number) => msg`Closed day ${{ number }}`,
          },
          namedBy: 'day',
          blank: { day: '', reason: '' },
          fields: [
            { kind: 'date', path: 'day', label: msg`Day` },
            {
              kind: 'text',
              path: 'reason',
              label: msg`Reason`,
              hint: msg`Visitors can read it when they book.`,
            },
          ],
        },
      ],
    },
    {
      title: msg`Holidays`,
      pages: ['/booking'],
      fields: [
        {
          kind: 'choices',
          path: 'calendar.holidays',
          label: msg`Closed on these federal holidays, every year`,
          options: holidayIds.map((value) => ({ value, label: nameOfHoliday(value) })),
        },
      ],
    },
    {
      title: msg`Appointments`,
      pages: ['/booking'],
      fields: [
        {
          kind: 'count',
          path: 'calendar.slotMinutes',
          label: msg`Length of an appointment`,
          unit: msg`minutes`,
        },
        {
          kind: 'count',
          path: 'calendar.capacity',
          label: msg`Appointments at the same time`,
          hint: msg`How many people in your office can see clients.`,
        },
        {
          kind: 'count',
          path: 'calendar.leadHours',
          label: msg`Booked at least this long before`,
          unit: msg`hours`,
        },
        {
          kind: 'count',
          path: 'calendar.horizonDays',
          label: msg`Booked at most this far ahead`,
          unit: msg`days`,
        },
      ],
    },
  ],
};
