import { expect, test } from 'vitest';
import { sitePolicy } from './site-policy.ts';
import { videoFrames } from './video-frames.ts';

const policyWith = (video: Parameters<typeof videoFrames>[0]) =>
  sitePolicy('', [], { script: [], connect: [], frame: videoFrames(video) });

test.each([
  ['youtube', 'https://www.youtube-nocookie.com'],
  ['vimeo', 'https://player.vimeo.com'],
] as const)("a page may show the office's video from %s and from nowhere else", (provider, host) => {
  expect(policyWith({ provider, id: '1', title: 'How it works' }).split('; ')).toContain(
    `frame-src 'self' ${host}`,
  );
});

test('without a video nothing outside may be framed', () => {
  expect(policyWith(null)).not.toContain('frame-src');
});
