import { expect, test } from 'vitest';
import { isScheduledMessage, schedulerAddress } from './calendar-step.tsx';

const rosa = { name: 'Rosa & Ana', phone: '+12035550142', email: 'rosa+tax@example.com' };

test('the address has the visitor’s details, and keeps its own settings', () => {
  const address = new URL(
    schedulerAddress('https://calendly.com/office/meeting?hide_gdpr_banner=1', rosa, 'portal.example'),
  );
  expect(address.origin + address.pathname).toBe('https://calendly.com/office/meeting');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    hide_gdpr_banner: '1',
    name: 'Rosa & Ana',
    email: 'rosa+tax@example.com',
    a1: '+12035550142',
    embed_domain: 'portal.example',
    embed_type: 'Inline',
  });
});

test('a visitor without an e-mail gets a placeholder, which schedulers require', () => {
  const address = schedulerAddress('https://calendly.com/office', { ...rosa, email: null }, 'portal.example');
  expect(new URL(address).searchParams.get('email')).toBe('no-email@example.com');
});

const scheduler = { origin: 'https://calendly.com', window: { name: 'the frame' } };
const scheduled = {
  origin: scheduler.origin,
  source: scheduler.window,
  data: { event: 'calendly.event_scheduled' },
};

test('the scheduler’s message is accepted', () => {
  expect(isScheduledMessage(scheduled, scheduler)).toBe(true);
});

test.each([
  ['another origin', { ...scheduled, origin: 'https://calendly.com.example' }],
  ['a sandboxed frame', { ...scheduled, origin: 'null' }],
  ['another window of the same origin', { ...scheduled, source: { name: 'a popup' } }],
  ['no window', { ...scheduled, source: null }],
  ['another event', { ...scheduled, data: { event: 'calendly.event_type_viewed' } }],
  ['text', { ...scheduled, data: 'calendly.event_scheduled' }],
  ['nothing', { ...scheduled, data: null }],
])('a message of %s is ignored', (_what, message) => {
  expect(isScheduledMessage(message, scheduler)).toBe(false);
});

test('without a frame no message is accepted', () => {
  expect(isScheduledMessage({ ...scheduled, source: null }, { ...scheduler, window: null })).toBe(false);
});
