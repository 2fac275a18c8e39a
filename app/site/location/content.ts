import { openDays } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

export const heading = ({ contact, hours, state }: Office, formats: Formats, t: Translate) => {
  const { city } = contact.address;
  const days = openDays(hours.days, formats, t);
  const [open, close] = [formats.clock(hours.open), formats.clock(hours.close)];
  return {
    title: msg`Location and directions`,
    headline: msg`Find us`,
    lead: msg`Please book before you come so your preparer is free and the coffee is on.`,
    description: hours.byAppointmentOnly
      ? msg`Our office in ${{ city }}, ${{ state }}: address, directions, and hours: ${{ days }}, ${{ open }} to ${{ close }}, by appointment.`
      : msg`Our office in ${{ city }}, ${{ state }}: address, directions, and hours: ${{ days }}, ${{ open }} to ${{ close }}.`,
  };
};

export const labels = {
  address: msg`Address`,
  map: msg`Open in a map`,
  call: (phone: string) => msg`Call ${{ phone }}`,
  upload: msg`Upload Now`,
  book: msg`Schedule Appointment`,
  hours: msg`Hours`,
  fromTo: (open: string, close: string) => msg`${{ open }} to ${{ close }}`,
  appointment: msg`By appointment only`,
  directions: msg`Getting to our door`,
  blocks: msg`The last blocks`,
  drawing: (office: string) => msg`Map of the streets around ${{ office }}`,
  notToScale: msg`Not to scale.`,
  bring: msg`Bring your documents, or send them first`,
  bringText: msg`If you upload them the night before, we can spend the time on your return instead of sorting documents. The upload page lists what we need.`,
  needed: msg`What we need to see`,
};
