import type { Address, Details } from './members-query.ts';

const texts = ['preparer_id', 'reviewer_id', 'client_since', 'tax_id_last4'] as const;

/** The fields of the dialog, as typed; of the tags, with commas between them. */
export type DetailsEntry = { readonly address: Address } & Readonly<
  Record<'tags' | (typeof texts)[number], string>
>;

export function entryOf(details: Details): DetailsEntry {
  return {
    address: details.addresses[0] ?? {},
    tags: details.tags.join(', '),
    preparer_id: details.preparer_id ?? '',
    reviewer_id: details.reviewer_id ?? '',
    client_since: details.client_since ?? '',
    tax_id_last4: details.tax_id_last4 ?? '',
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
    ...Object.fromEntries(texts.filter(isNew).map((name) => [name, after[name] || null])),
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
