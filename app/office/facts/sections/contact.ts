import { msg } from '#domain/language/message.ts';
import { holidayIds, nameOfHoliday } from '#domain/office-time/holidays.ts';
import { section } from '../model/facts.ts';

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

export const contact = section('contact', msg`Contact and hours`, [
  {
    title: msg`Hours`,
    hint: msg`Visitors can book appointments within these hours.`,
    pages: ['/contact-us', '/booking'],
    facts: {
      'hours.open': { label: msg`Opens` },
      'hours.close': { label: msg`Closes` },
      'hours.days': { label: msg`Open on`, options: weekdays.map((label, value) => ({ value, label })) },
      'hours.byAppointmentOnly': { label: msg`By appointment only` },
    },
  },
  {
    title: msg`Phone and email`,
    pages: ['/contact-us'],
    facts: {
      'contact.phone': { label: msg`Phone` },
      'contact.text': { label: msg`Text messages`, hint: msg`May be the same number.` },
      'contact.email': { label: msg`Email`, hint: msg`Clients see it and write to it.` },
      'contact.staffInbox': {
        label: msg`Staff inbox`,
        hint: msg`Notices for you arrive here. Clients don’t see it.`,
      },
    },
  },
  {
    title: msg`Address`,
    pages: ['/map-location-and-directions', '/contact-us'],
    facts: {
      'contact.address.street': { label: msg`Street` },
      'contact.address.unit': { label: msg`Suite or floor` },
      'contact.address.city': { label: msg`City` },
      'contact.address.state': { label: msg`State`, hint: msg`Two letters, such as CT.` },
      'contact.address.zip': { label: msg`ZIP code` },
      'contact.address.mapUrl': {
        label: msg`Link to a map`,
        hint: msg`Find your office on a map site, press “Share”, and paste the link.`,
      },
      'contact.address.directions': {
        label: msg`Directions`,
        hint: msg`Parking, the entrance, the floor. One tip on each line.`,
      },
      streetMap: {
        label: msg`Show the drawing of the streets around the office`,
        hint: msg`You can’t change the drawing here. If you move, remove it: “Link to a map” stays.`,
      },
    },
  },
  {
    title: msg`The office`,
    hint: msg`Your name is at the top of every page, in emails, and in search results.`,
    pages: ['/', '/about-us'],
    facts: {
      name: { label: msg`Name of the office` },
      shortName: { label: msg`Short name`, hint: msg`Where there is little room.` },
      state: { label: msg`State in full`, hint: msg`Such as Connecticut.` },
      timeZone: { label: msg`Time zone`, options: timeZones },
      languages: { label: msg`Languages you speak`, hint: msg`With commas between them: English, Spanish` },
    },
  },
]);

export const closedDays = section('closed-days', msg`Closed days`, [
  {
    title: msg`Closed on these days`,
    hint: msg`Visitors can’t book an appointment on them. Appointments that are already booked stay: move or cancel them in the calendar.`,
    pages: ['/booking'],
    facts: {
      'calendar.closedOn': {
        label: msg`Closed days`,
        add: msg`Add a closed day`,
        fresh: msg`New closed day`,
        numbered: (number) => msg`Closed day ${{ number }}`,
        fields: {
          day: { label: msg`Day` },
          reason: { label: msg`Reason`, hint: msg`Visitors can read it when they book.` },
        },
      },
    },
  },
  {
    title: msg`Holidays`,
    pages: ['/booking'],
    facts: {
      'calendar.holidays': {
        label: msg`Closed on these federal holidays, every year`,
        options: holidayIds.map((value) => ({ value, label: nameOfHoliday(value) })),
      },
    },
  },
  {
    title: msg`Appointments`,
    pages: ['/booking'],
    facts: {
      'calendar.slotMinutes': { label: msg`Length of an appointment`, unit: msg`minutes` },
      'calendar.capacity': {
        label: msg`Appointments at the same time`,
        hint: msg`How many people in your office can see clients.`,
      },
      'calendar.leadHours': { label: msg`Booked at least this long before`, unit: msg`hours` },
      'calendar.horizonDays': { label: msg`Booked at most this far ahead`, unit: msg`days` },
    },
  },
]);
