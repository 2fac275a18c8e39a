import type { Business } from '#domain/business/business.ts';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import type { PagePath } from './facts.ts';
import { valueAt } from './paths.ts';

/** A price that two pages showed alike until one of them was changed. */
export interface StalePrice {
  page: PagePath;
  name: Wording;
  /** By path of the facts. A range has two. */
  values: { path: string; was: number; is: number }[];
}

/** A price on a page. Prices of the same kind may be the same price. */
interface Spot {
  page: PagePath;
  kind: string;
  name: Wording;
  paths: string[];
}

/** The prices that would still be the old ones after this change, although another page has the new one. */
export function stalePrices(before: Business, after: object): StalePrice[] {
  const spots = spotsOf(before);
  const read = (facts: object, { paths }: Spot) => paths.map((path) => valueAt(facts, path));
  const isChanged = (spot: Spot) => String(read(before, spot)) !== String(read(after, spot));
  return spots
    .filter((spot) => !isChanged(spot))
    .flatMap((spot) => {
      const changed = spots.find(
        (other) =>
          other.kind === spot.kind &&
          other.page !== spot.page &&
          String(read(before, other)) === String(read(before, spot)) &&
          isChanged(other),
      );
      const fresh = changed ? read(after, changed) : [];
      const old = read(before, spot);
      const values = spot.paths.map((path, at) => ({ path, was: Number(old[at]), is: fresh[at] }));
      const areWhole = values.every((value): value is typeof value & { is: number } =>
        Number.isFinite(value.is),
      );
      return changed && areWhole ? [{ page: spot.page, name: spot.name, values }] : [];
    });
}

function spotsOf({ prices }: Business): Spot[] {
  const ranges = (list: 'tiers' | 'quote', page: PagePath) =>
    prices[list].map(({ name }, at) => ({
      page,
      kind: 'return',
      name,
      paths: [`prices.${list}.${at}.from`, `prices.${list}.${at}.to`],
    }));
  const extras = prices.extras.map(({ id, name }, at) => ({
    page: '/fees' as const,
    kind: id,
    name,
    paths: [`prices.extras.${at}.amount`],
  }));
  return [
    ...ranges('tiers', '/fees'),
    ...ranges('quote', '/quote'),
    ...extras,
    {
      page: '/website-services',
      kind: 'website',
      name: msg`A website, from`,
      paths: ['prices.digital.websiteFrom'],
    },
    {
      page: '/website-services',
      kind: 'app',
      name: msg`A mobile app, from`,
      paths: ['prices.digital.mobileAppFrom'],
    },
  ];
}
