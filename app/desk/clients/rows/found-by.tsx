import { useLingui } from '@lingui/react/macro';
import { isRelation, relationName } from '#domain/clients/membership-words.ts';
import type { PersonFound } from '../clients-query.ts';

/** The person that the search found, if not the client itself. */
export function FoundBy({ person }: { person: PersonFound | undefined }) {
  const { t } = useLingui();
  if (!person) return null;
  const { name, relation } = person;
  // A contact without a login has none.
  const words = relation && isRelation(relation) ? `${name} (${t(relationName(relation))})` : (name ?? '');
  return (
    <span className="min-w-0 truncate text-xs leading-[inherit] text-muted" title={words}>
      {words}
    </span>
  );
}
