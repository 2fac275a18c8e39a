import { useState } from 'react';
import { business } from '#app/business.ts';
import { yearIn } from '#domain/office-time/office-day.ts';

/** The current year in the office's time zone. Fixed while the screen is mounted. */
export function useOfficeYear(): number {
  const [year] = useState(() => yearIn(business.timeZone, new Date()));
  return year;
}
