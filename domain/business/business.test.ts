import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseBusiness } from './business.ts';

const shipped = (): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL('./demo-office.json', import.meta.url), 'utf8'));

test('the shipped office is valid', () => {
  expect(parseBusiness(shipped()).prices.tiers).toHaveLength(3);
});

test('lists every problem with its field', () => {
  const facts = {
    ...shipped(),
    timeZone: 'Connecticut',
    name: ' ',
    hours: { open: '20:00', close: '08:00', days: [7], byAppointmentOnly: true },
  };
  expect(() => parseBusiness(facts)).toThrow(
    /timeZone: must be a time zone[\s\S]*hours\.days\.0|hours\.days\.0[\s\S]*timeZone/,
  );
  expect(() => parseBusiness(facts)).toThrow(/name:/);
});

test('hours must open before they close', () => {
  const facts = {
    ...shipped(),
    hours: { open: '20:00', close: '08:00', days: [1], byAppointmentOnly: true },
  };
  expect(() => parseBusiness(facts)).toThrow(/hours\.close: must be after the opening time/);
});

test('rejects links without https, and unknown facts', () => {
  const facts = { ...shipped(), payments: { cardUrl: 'javascript:alert(1)', wallets: [] }, slogan: 'x' };
  expect(() => parseBusiness(facts)).toThrow(/payments\.cardUrl/);
  expect(() => parseBusiness(facts)).toThrow(/slogan/);
});

test('a range must be ascending', () => {
  const facts = shipped();
  facts.referral = { ...(facts.referral as object), paidWithinDays: { from: 3, to: 1 } };
  expect(() => parseBusiness(facts)).toThrow(/referral\.paidWithinDays\.to: must not be less/);
});

test('a client has at least a gigabyte of storage', () => {
  const facts = { ...shipped(), limits: { bytesPerClient: 20 } };
  expect(() => parseBusiness(facts)).toThrow(/limits\.bytesPerClient/);
});

test.each([
  [{ holidays: ['thanks-giving'] }, /calendar\.holidays\.0/],
  [{ closedOn: [{ day: '2026-02-30', reason: 'Never' }] }, /calendar\.closedOn\.0\.day/],
  [{ slotMinutes: 0 }, /calendar\.slotMinutes/],
  [{ capacity: 0 }, /calendar\.capacity/],
  [{ leadHours: 49, horizonDays: 2 }, /calendar\.leadHours: must not reach beyond/],
])('rejects a calendar with %j', (wrong, problem) => {
  const facts = shipped();
  expect(() => parseBusiness({ ...facts, calendar: { ...(facts.calendar as object), ...wrong } })).toThrow(
    problem,
  );
});
