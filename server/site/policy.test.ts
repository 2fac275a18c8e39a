import { expect, test } from 'vitest';
import { frameSources, sitePolicy } from './policy.ts';

type Video = Parameters<typeof frameSources>[0];

const policyWith = ({ video = null, calendarUrl = null }: { video?: Video; calendarUrl?: string | null }) =>
  sitePolicy('', { script: [], connect: [], frame: frameSources(video, calendarUrl) });

test.each([
  ['youtube', 'https://www.youtube-nocookie.com'],
  ['vimeo', 'https://player.vimeo.com'],
] as const)('allows only the player of a %s video', (provider, host) => {
  const video = { provider, id: '1', title: 'How it works' };
  expect(policyWith({ video }).split('; ')).toContain(`frame-src 'self' ${host}`);
});

test('allows only the origin of an external calendar', () => {
  const calendarUrl = 'https://calendly.com/our-office/appointment?hide_gdpr_banner=1';
  expect(policyWith({ calendarUrl }).split('; ')).toContain(`frame-src 'self' https://calendly.com`);
});

test('allows no frames without a video and an external calendar', () => {
  expect(policyWith({})).not.toContain('frame-src');
});
