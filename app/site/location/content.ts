import { business } from '#app/business.ts';
import { formatClock, openDays } from '#app/shared/facts.ts';

const { contact, hours, state } = business;

export const heading = {
  title: 'Location and directions',
  headline: 'Find us',
  lead: 'Please book before you come, so that your preparer is free and the kettle is on.',
  description: `Our office in ${contact.address.city}, ${state}: address, directions, and hours: ${openDays()}, ${formatClock(hours.open)} to ${formatClock(hours.close)}, by appointment.`,
};

export const labels = {
  address: 'Address',
  map: 'Open in a map',
  hours: 'Hours',
  appointment: 'By appointment only',
  directions: 'The last steps',
  blocks: 'The last blocks',
  drawing: (office: string) => `Map of the streets around ${office}`,
  notToScale: 'Not to scale.',
  bring: 'Bring your papers, or send them first',
  bringText:
    'If you upload them the evening before, we can talk about your return instead of sorting it. A list of what we need is on the page about uploading.',
};
