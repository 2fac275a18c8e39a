/** Where the booking page's calendar comes from, if it is not our own. */
export function calendarFrames(calendarUrl: string | undefined): string[] {
  return calendarUrl === undefined ? [] : [new URL(calendarUrl).origin];
}
