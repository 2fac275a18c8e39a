import type { Business } from '#domain/business/business.ts';

const PLAYERS = { youtube: 'https://www.youtube-nocookie.com', vimeo: 'https://player.vimeo.com' };

interface Options {
  /** The tutorial video, loaded when a visitor asks for it. */
  video: Business['tutorialVideo'];
  /** An external calendar on the booking page. Null for our own. */
  calendarUrl: string | null;
}

/** The origins that pages may show in frames. */
export function frameSources({ video, calendarUrl }: Options): string[] {
  return [
    ...(video === null ? [] : [PLAYERS[video.provider]]),
    ...(calendarUrl === null ? [] : [new URL(calendarUrl).origin]),
  ];
}
