import { expect, test } from 'vitest';
import { calendarFrames } from './calendar-frames.ts';

test('the outside calendar may be framed, whatever its address says beside the house', () => {
  expect(calendarFrames('https://calendly.com/our-office/appointment?hide_gdpr_banner=1')).toEqual([
    'https://calendly.com',
  ]);
});

test('our own needs no leave', () => {
  expect(calendarFrames(undefined)).toEqual([]);
});
