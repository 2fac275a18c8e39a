import type { Story } from '../story.ts';
import { beginning } from './beginning.ts';
import { withBusiness } from './business.ts';
import { nearTheEnd } from './near-the-end.ts';
import { underWay } from './under-way.ts';

/** The dozen, from those who came last to those who are done. */
export function storiesOf(year: number): Story[] {
  return [...beginning(year), ...underWay(year), withBusiness(year), ...nearTheEnd(year)];
}
