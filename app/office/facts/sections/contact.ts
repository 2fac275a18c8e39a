import { msg } from '#domain/language/message.ts';
import type { FactsSection } from '../model/fields.ts';

const weekdays = [
  msg`Sunday`,
  msg`Monday`,
  msg`Tuesday`,
  msg`Wednesday`,
  msg`Thursday`,
  msg`Friday`,
  msg`Saturday`,
];

/** Choices for an office in the United States. */
const timeZones = [
  { value: 'America/New_York', label: msg`Eastern (New York)` },
  { value: 'America/Chicago', label: msg`Central (Chicago)` },
  { value: 'America/Denver', label: msg`Mountain (Denver)` },
  { value: 'America/Phoenix', label: msg`Arizona (Phoenix)` },
  { value: 'America/Los_Angeles', label: msg`Pacific (Los Angeles)` },
  { value: 'America/Anchorage', label: msg`Alaska (Anchorage)` },
  { value: 'Pacific/Honolulu', label: msg`Hawaii (Honolulu)` },
  { value: 'America/Puerto_Rico', label: msg`Atlantic (Puerto Rico)` },
];

export const contact: FactsSection = {
  path: 'contact',
  title: msg`Contact and hours`,
  groups: [
    {
      title: msg`Hours`,
      hint: msg`Visitors can book appointments within these hours.`,
      pages: ['/contact-us', '/booking'],
      fields: [
        { kind: 'time', path: 'hours.open', label: msg`Opens` },
        { kind: 'time', path: 'hours.close', label: msg`Closes` },
        {
          kind: 'choices',
          path: 'hours.days',
          label: msg`Open on`,
          isNumber: true,
          options: weekdays.map((label, day) => ({ value: String(day), label })),
        },
        { kind: 'switch', path: 'hours.byAppointmentOnly', label: msg`By appointment only` },
      ],
    },
    {
      title: msg`Phone and email`,
      pages: ['/contact-us'],
      fields: [
        { kind: 'phone', path: 'contact.phone', label: msg`Phone` },
        {
          kind: 'phone',
          path: 'contact.text',
          label: msg`Text messages`,
          hint: msg`May be the same number.`,
        },
        {
          kind: 'email',
          path: 'contact.email',
          label: msg`Email`,
          hint: msg`Clients see it and write to it.`,
        },
        {
          kind: 'email',
          path: 'contact.staffInbox',
          label: msg`Staff inbox`,
          hint: msg`Notices for you arrive here. Clients don’t see it.`,
        },
      ],
    },
    {
      title: msg`Address`,
      pages: ['/map-location-and-directions', '/contact-us'],
      fields: [
        { kind: 'text', path: 'contact.address.street', label: msg`Street` },
        { kind: 'text', path: 'contact.address.unit', label: msg`Suite or floor`, optional: true },
        { kind: 'text', path: 'contact.address.city', label: msg`City` },
        {
          kind: 'state',
          path: 'contact.address.state',
          label: msg`State`,
          hint: msg`Two letters, such as CT.`,
        },
        { kind: 'text', path: 'contact.address.zip', label: msg`ZIP code` },
        {
          kind: 'url',
          path: 'contact.address.mapUrl',
          label: msg`Link to a map`,
          hint: msg`Find your office on a map site, press “Share”, and paste the link.`,
        },
        {
          kind: 'lines',
          path: 'contact.address.directions',
          label: msg`Directions`,
          hint: msg`Parking, the entrance, the floor. One tip on each line.`,
          optional: true,
        },
        {
          kind: 'removable',
          path: 'streetMap',
          label: msg`Show the drawing of the streets around the office`,
          hint: msg`You can’t change the drawing here. If you move, remove it: “Link to a map” stays.`,
        },
      ],
    },
    {
      title: msg`The office`,
      hint: msg`Your name is at the top of every page, in emails, and in search results.`,
      pages: ['/', '/about-us'],
      fields: [
        { kind: 'text', path: 'name', label: msg`Name of the office` },
        { kind: 'text', path: 'shortName', label: msg`Short name`, hint: msg`Where there is little room.` },
        { kind: 'text', path: 'state', label: msg`State in full`, hint: msg`Such as Connecticut.` },
        { kind: 'choice', path: 'timeZone', label: msg`Time zone`, options: timeZones },
        {
          kind: 'words',
          path: 'languages',
          label: msg`Languages you speak`,
          hint: msg`With commas between them: English, Spanish`,
        },
      ],
    },
  ],
};
