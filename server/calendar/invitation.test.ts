/** @module-tag property */
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { demoOffice as office } from '#domain/business/demo-office.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { invitation } from './invitation.ts';

const appointment = {
  id: '0b2f8f1e-7f5c-4b6e-9d32-3a1c2b4d5e6f',
  name: 'Ana María López',
  start: new Date('2026-11-20T19:00:00Z'),
  end: new Date('2026-11-20T19:30:00Z'),
  sequence: 1,
};
const link = `https://portal.example/calendar#ticket=${appointment.id}.${'x'.repeat(43)}`;
const now = new Date('2026-11-01T12:00:00Z');
const request = { method: 'REQUEST', to: 'ana@example.com' } as const;

/** Parses with a different library than the one that wrote it. */
function parsed(ics: string) {
  const component = new ICAL.Component(ICAL.parse(ics));
  const [vevent, ...more] = component.getAllSubcomponents('vevent');
  if (!vevent || more.length > 0) throw new Error('not one event');
  return { component, vevent, event: new ICAL.Event(vevent) };
}
const lines = (ics: string) => ics.split('\r\n');

test('can be read by another library', () => {
  const { component, vevent, event } = parsed(invitation(appointment, { office, link, as: request, now }));
  expect(component.getFirstPropertyValue('version')).toBe('2.0');
  expect(component.getFirstPropertyValue('method')).toBe('REQUEST');
  expect(event.uid).toBe(`appointment-${appointment.id}@nutmegtax.example`);
  expect(event.sequence).toBe(1);
  expect(event.startDate.toString()).toBe('2026-11-20T19:00:00Z');
  expect(event.endDate.toString()).toBe('2026-11-20T19:30:00Z');
  expect(event.summary).toBe('Appointment at Nutmeg Tax & Business Services');
  expect(event.location).toBe('Nutmeg Tax & Business Services, 48 Elm Street, Suite 2, New Haven, CT 06510');
  expect(event.description).toContain(link);
  expect(vevent.getFirstPropertyValue('status')).toBe('CONFIRMED');
  expect(vevent.getFirstPropertyValue('url')).toBe(link);
  expect(String(vevent.getFirstPropertyValue('dtstamp'))).toBe('2026-11-01T12:00:00Z');
  const attendee = vevent.getFirstProperty('attendee');
  expect(String(attendee?.getFirstValue()).toLowerCase()).toBe('mailto:ana@example.com');
  expect(attendee?.getParameter('cn')).toBe('Ana María López');
  expect(attendee?.getParameter('partstat')).toBe('ACCEPTED');
  expect(vevent.getFirstProperty('organizer')?.getParameter('cn')).toBe(office.name);
  const alarm = vevent.getFirstSubcomponent('valarm');
  expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY');
  expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT1H');
});

test('a cancellation has the same UID and no alarm', () => {
  const as = { ...request, method: 'CANCEL' } as const;
  const { component, vevent, event } = parsed(invitation(appointment, { office, link, as, now }));
  expect(component.getFirstPropertyValue('method')).toBe('CANCEL');
  expect(event.uid).toBe(`appointment-${appointment.id}@nutmegtax.example`);
  expect(vevent.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect(vevent.getFirstSubcomponent('valarm')).toBeNull();
});

test("a file has no attendee, so that programs don't ask for a reply", () => {
  const as = { method: 'PUBLISH' } as const;
  const { component, vevent } = parsed(invitation(appointment, { office, link, as, now }));
  expect(component.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(vevent.getFirstProperty('attendee')).toBeNull();
  expect(vevent.getFirstProperty('organizer')).not.toBeNull();
});

describe('untrusted input', () => {
  const plain = lines(invitation({ ...appointment, name: '' }, { office, link, as: request, now }));
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          '\r\n',
          '\n',
          '\r',
          '\u2028',
          '\0',
          '"',
          ';',
          ':',
          ',',
          '\\',
          '^n',
          "^'",
          'ATTENDEE:x',
          'BEGIN:VEVENT',
          'José',
          '李',
          '👩‍👩‍👧',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  );
  const isWhole = (ics: string) => {
    expect(ics.endsWith('END:VCALENDAR') || ics.endsWith('END:VCALENDAR\r\n')).toBe(true);
    // Line ends are CRLF, and no line is longer than 75 bytes (RFC 5545, 3.1).
    expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of lines(ics)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  };

  test('as a name only changes the name of the attendee', () => {
    fc.assert(
      fc.property(nasty, (name) => {
        const ics = invitation({ ...appointment, name }, { office, link, as: request, now });
        isWhole(ics);
        const { vevent } = parsed(ics);
        const cn = vevent.getFirstProperty('attendee')?.getParameter('cn');
        // Names are put in order and in small letters (domain/contact/greeting.ts).
        const letters = name.normalize('NFC').toUpperCase();
        for (const letter of cn?.toString().toUpperCase() ?? '') expect(letters).toContain(letter);
        vevent.getFirstProperty('attendee')?.removeParameter('cn');
        const { vevent: other } = parsed(plain.join('\r\n'));
        expect(vevent.toJSON()).toEqual(other.toJSON());
      }),
      { numRuns: inputs(1000) },
    );
  });

  test('as an address never adds a line', () => {
    fc.assert(
      fc.property(nasty, (to) => {
        const ics = invitation(appointment, { office, link, as: { method: 'REQUEST', to }, now });
        isWhole(ics);
        const { vevent } = parsed(ics);
        expect(
          vevent
            .getAllProperties()
            .map(({ name }) => name)
            .sort(),
        ).toEqual(expect.arrayContaining(['dtstamp', 'dtstart', 'uid']));
        expect(vevent.getAllProperties('attendee').length).toBeLessThanOrEqual(1);
      }),
      { numRuns: inputs(500) },
    );
  });

  test('in the office’s name is escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (typed) => {
        const name = typed.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trim() || 'Office';
        const ics = invitation(appointment, { office: { ...office, name }, link, as: request, now });
        isWhole(ics);
        expect(parsed(ics).event.summary).toBe(`Appointment at ${name}`);
      }),
      { numRuns: inputs(300) },
    );
  });
});
