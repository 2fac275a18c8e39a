import { useState } from 'react';
import { business } from '#app/business.ts';
import { yearIn } from '#domain/office-time/office-day.ts';

/** The current year in the office's time zone. */
export function officeYear(): number {
  return yearIn(business.timeZone, new Date());
}

/** The same, fixed while the screen is mounted. */
export function useOfficeYear(): number {
  const [year] = useState(officeYear);
  return year;
}
