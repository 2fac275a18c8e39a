import { useState } from 'react';
import { business } from '#app/business.ts';
import { yearIn } from '#domain/documents/folders.ts';

/** The current year in the office's time zone. Fixed while the screen is mounted. */
export function useOfficeYear(): number {
  const [year] = useState(() => yearIn(business.timeZone, new Date()));
  return year;
}
