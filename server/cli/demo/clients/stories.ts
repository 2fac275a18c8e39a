import type { Story } from '../story.ts';
import { beginning } from './beginning.ts';
import { withBusiness } from './business.ts';
import { nearTheEnd } from './near-the-end.ts';
import { underWay } from './under-way.ts';

/** All demo clients, from the newest to the finished ones. */
export function storiesOf(year: number): Story[] {
  return [...beginning(year), ...underWay(year), withBusiness(year), ...nearTheEnd(year)];
}
