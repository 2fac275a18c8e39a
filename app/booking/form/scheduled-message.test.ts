import { expect, test } from 'vitest';
import { appointmentUri, namesAnother, saysScheduled } from './scheduled-message.ts';

const calendar = { origin: 'https://calendly.com', window: { name: 'the frame' } };
const right = {
  origin: calendar.origin,
  source: calendar.window,
  data: { event: 'calendly.event_scheduled' },
};

test('the calendar is heard', () => {
  expect(saysScheduled(right, calendar)).toBe(true);
});

test.each([
  ['another house', { ...right, origin: 'https://calendly.com.example' }],
  ['a sandboxed frame', { ...right, origin: 'null' }],
  ['another window of the same house', { ...right, source: { name: 'a popup' } }],
  ['nobody', { ...right, source: null }],
  ['something else', { ...right, data: { event: 'calendly.event_type_viewed' } }],
  ['text', { ...right, data: 'calendly.event_scheduled' }],
  ['nothing', { ...right, data: null }],
])('%s is not', (_who, heard) => {
  expect(saysScheduled(heard, calendar)).toBe(false);
});

test('without a frame nobody is heard', () => {
  expect(saysScheduled({ ...right, source: null }, { ...calendar, window: null })).toBe(false);
});

test.each([
  ['the same appointment', { event: { uri: appointmentUri('1') } }, false],
  ['another appointment', { event: { uri: appointmentUri('2') } }, true],
  ['no appointment', {}, false],
  ['nothing at all', undefined, false],
])('%s is named', (_what, payload, another) => {
  expect(namesAnother({ ...right.data, payload }, '1')).toBe(another);
});
