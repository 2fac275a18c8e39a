import type { Business } from '#domain/business/business.ts';

const players = { youtube: 'https://www.youtube-nocookie.com', vimeo: 'https://player.vimeo.com' };

/** Where the tutorial's player comes from, once a visitor has asked for it; nothing without a video. */
export function videoFrames(video: Business['tutorialVideo']): string[] {
  return video === null ? [] : [players[video.provider]];
}
