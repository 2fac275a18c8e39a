import { useState } from 'react';
import { business } from '#app/business.ts';
import { yearIn } from '#domain/documents/folders.ts';

/** The year that the office writes, for as long as the screen stands. */
export function useOfficeYear(): number {
  const [year] = useState(() => yearIn(business.timeZone, new Date()));
  return year;
}
