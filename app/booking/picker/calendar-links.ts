import { business } from '#app/business.ts';
import { addressLines } from '#app/shared/facts.ts';

/** Links to calendar services that add the appointment. Nothing is sent until the visitor opens one. */
export function calendarLinks({
  start,
  end,
}: {
  start: string;
  end: string;
}): { label: string; href: string }[] {
  const title = `Appointment at ${business.name}`;
  const location = addressLines.join(', ');
  const details = `Questions? ${business.contact.phone.display}`;
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${basic(start)}/${basic(end)}`,
    location,
    details,
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: start,
    enddt: end,
    location,
    body: details,
  });
  return [
    { label: 'Google Calendar', href: `https://calendar.google.com/calendar/render?${google}` },
    { label: 'Outlook', href: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}` },
  ];
}

/** 2026-11-20T19:00:00.000Z as 20261120T190000Z. */
const basic = (moment: string) => new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '');
