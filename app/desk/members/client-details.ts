import type { Address, Details } from './members-query.ts';

/** The fields of the dialog, as typed. */
export interface DetailsEntry {
  readonly address: Address;
  /** With commas between them. */
  readonly tags: string;
  readonly preparer: string;
  readonly reviewer: string;
  readonly since: string;
  readonly last4: string;
}

export function entryOf(details: Details): DetailsEntry {
  return {
    address: details.addresses[0] ?? {},
    tags: details.tags.join(', '),
    preparer: details.preparer_id ?? '',
    reviewer: details.reviewer_id ?? '',
    since: details.client_since ?? '',
    last4: details.tax_id_last4 ?? '',
  };
}

/**
 * What to save: only what the person has changed since the dialog opened, so that a colleague's changes stay.
 * @param now the details as they are now
 */
export function changedDetails(before: DetailsEntry, after: DetailsEntry, now: Details): Partial<Details> {
  const isNew = (name: keyof DetailsEntry) => after[name] !== before[name];
  const address = written(after.address);
  const isNewAddress = JSON.stringify(address) !== JSON.stringify(written(before.address));
  return {
    ...(isNewAddress && {
      addresses: [...(Object.keys(address).length > 0 ? [address] : []), ...now.addresses.slice(1)],
    }),
    ...(isNew('tags') && { tags: tagsIn(after.tags) }),
    ...(isNew('preparer') && { preparer_id: after.preparer || null }),
    ...(isNew('reviewer') && { reviewer_id: after.reviewer || null }),
    ...(isNew('since') && { client_since: after.since || null }),
    ...(isNew('last4') && { tax_id_last4: after.last4 || null }),
  };
}

/** The parts that have a text. */
function written(address: Address): Address {
  return Object.fromEntries(
    Object.entries(address).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
}

/** Each once. */
function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** The database's limits. */
const MAX_TAGS = 20;
const TAG_LENGTH = 40;

export function areTags(text: string): boolean {
  const tags = tagsIn(text);
  return tags.length <= MAX_TAGS && tags.every((tag) => [...tag].length <= TAG_LENGTH);
}
