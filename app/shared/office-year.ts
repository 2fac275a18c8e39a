import { useState } from 'react';
import { useOffice } from '#app/shared/site-data.tsx';
import { yearIn } from '#domain/office-time/office-day.ts';

/** The current year in the office's time zone, fixed while the screen is mounted. */
export function useOfficeYear(): number {
  const { timeZone } = useOffice();
  const [year] = useState(() => yearIn(timeZone, new Date()));
  return year;
}
