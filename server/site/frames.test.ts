import { expect, test } from 'vitest';
import { frameSources } from './frames.ts';
import { sitePolicy } from './policy.ts';

type Options = Parameters<typeof frameSources>[0];

const policyWith = (options: Partial<Options>) =>
  sitePolicy('', {
    script: [],
    connect: [],
    frame: frameSources({ video: null, calendarUrl: null, ...options }),
  });

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
