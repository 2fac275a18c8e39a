import type { Business } from './business.ts';

/** The facts that every page gets. The long parts come with the pages that show them. */
export type Office = Omit<
  Business,
  'apps' | 'reviews' | 'team' | 'streetMap' | 'translations' | 'wording' | 'letters'
>;

export function officeOf(business: Business): Office {
  const {
    apps: _apps,
    reviews: _reviews,
    team: _team,
    streetMap: _streetMap,
    translations: _translations,
    wording: _wording,
    letters: _letters,
    ...office
  } = business;
  return office;
}
