import { byStaff, escalations, forbidden, invalidTokensAtRest } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';
import type { Outcome, Outcomes } from '../types.ts';

/** For staff; clients find no rows. */
function rowsOfStaff(admin: Outcome, superUser: Outcome, service: Outcome): Outcomes {
  return {
    visitor: '42501/401',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin,
    super: superUser,
    service,
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  };
}
const hidden = rowsOfStaff('rows:0', 'rows:0', '42501/403');
const ofOwner = rowsOfStaff('rows:1', 'rows:1', '42501/403');
const ofSuper = rowsOfStaff('rows:0', 'rows:1', '42501/403');
const readByStaff = rowsOfStaff('rows:1', 'rows:1', 'rows:1');
const readByNone = rowsOfStaff('rows:0', 'rows:0', 'rows:1');

/** Staff save views of the list; all staff see the shared ones, which the owner and super users change. */
export const savedViews: Row[] = [
  ...rowsForEach('saved_views', ["read one's own view", "read another person's shared view"], readByStaff),
  ...rowsFor('saved_views', "read another person's view", readByNone),
  ...rowsFor('saved_views', 'save a view', byStaff('rows:1')),
  ...rowsFor('saved_views', "save a view in another person's name", forbidden),
  ...rowsForEach(
    'saved_views',
    ['save a view for a too long address', 'save a 31st view'],
    byStaff('23514/400'),
  ),
  ...rowsForEach('saved_views', ["rename one's own view", "delete one's own view"], ofOwner),
  ...rowsForEach(
    'saved_views',
    ["rename another person's shared view", "delete another person's shared view"],
    ofSuper,
  ),
  ...rowsForEach('saved_views', ["rename another person's view", "delete another person's view"], hidden),
  ...rowsFor('staff_preferences', "read one's own columns", readByStaff),
  ...rowsFor('staff_preferences', "read another person's columns", readByNone),
  ...rowsFor('staff_preferences', "choose one's own columns", byStaff('rows:1')),
  ...rowsFor('staff_preferences', "choose another person's columns", forbidden),
  ...rowsFor('people_found', 'find A by its people', rowsOfStaff('rows:1', 'rows:1', '42501/403')),
  ...rowsFor('client_tags', 'list the tags', rowsOfStaff('rows:1', 'rows:1', 'rows:0')),
];
