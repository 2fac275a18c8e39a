import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { demoOffice as office } from '#domain/business/demo-office.ts';
import { englishReader, loadReaders } from '#server/language/readers.ts';
import { type FeedEntry, taskFeed } from './task-feed.ts';

const entries: FeedEntry[] = [
  { of: 'task', id: 'a', due_on: '2026-03-31', kind: 'manual', title: 'Call, and\nask; why', year: null },
  { of: 'task', id: 'b', due_on: '2026-12-31', kind: 'approved', title: null, year: 2026 },
  { of: 'date', id: 'c', due_on: '2026-03-08', kind: 'extension', label: null, year: 2025 },
];
const options = {
  office,
  siteUrl: 'https://portal.example',
  now: new Date('2026-03-01T12:00:00Z'),
  reader: englishReader,
};

/** Parses with a different library than the one that wrote it. */
const eventsIn = (ics: string) =>
  new ICAL.Component(ICAL.parse(ics)).getAllSubcomponents('vevent').map((vevent) => {
    const event = new ICAL.Event(vevent);
    return [event.summary, event.startDate.toString(), event.endDate.toString()];
  });

test('each entry is an event of one whole day', () => {
  expect(eventsIn(taskFeed(entries, options))).toEqual([
    ['Call, and\nask; why', '2026-03-31', '2026-04-01'],
    ['Return for 2026 approved: collect the fee and file it', '2026-12-31', '2027-01-01'],
    ['Extension (2025)', '2026-03-08', '2026-03-09'],
  ]);
});

test('is in the language of its reader', async () => {
  const { es } = await loadReaders();
  const [, second] = eventsIn(taskFeed(entries, { ...options, reader: es }));
  expect(second?.[0]).toMatch(/^Declaración de 2026 aprobada/);
});

test('an empty feed is a calendar', () => {
  expect(eventsIn(taskFeed([], options))).toEqual([]);
});
