import { useLingui } from '@lingui/react/macro';
import { CheckboxGroup } from '#app/ui/fields/checkbox-group.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { possibleRights, relationsOf, usualRights } from '#domain/clients/invitations.ts';
import type { ClientKind, Relation, Right } from '#domain/clients/membership.ts';
import { relationName, rightName } from '#domain/clients/membership-words.ts';

export interface Access {
  relation: Relation;
  rights: Right[];
}

interface RightsFieldsProps {
  kind: ClientKind;
  hasLogin: boolean;
  value: Access;
  onChange: (access: Access) => void;
}

/** As what a person belongs to a client, and what they may do. Everyone sees; the rest is a choice for others than the client. */
export function RightsFields({ kind, hasLogin, value, onChange }: RightsFieldsProps) {
  const { t } = useLingui();
  const relations = relationsOf(kind, hasLogin);
  // A member may have a relation that is no longer offered.
  const offered = relations.includes(value.relation) ? relations : [value.relation, ...relations];
  return (
    <>
      <Select
        label={t`This person is the client’s`}
        options={offered.map((relation) => ({
          value: relation,
          label: relation === 'self' ? t`Own login (the client in person)` : t(relationName(relation)),
        }))}
        value={value.relation}
        onChange={(chosen) => {
          const relation = chosen as Relation;
          onChange({ relation, rights: usualRights(relation) });
        }}
      />
      {value.relation !== 'self' && (
        <CheckboxGroup
          label={t`May do`}
          hint={t`They can always see everything of this client.`}
          options={possibleRights(value.relation)
            .filter((right) => right !== 'see')
            .map((right) => ({ value: right, label: t(rightName(right)) }))}
          value={value.rights.filter((right) => right !== 'see')}
          onChange={(rights) => onChange({ ...value, rights: ['see', ...(rights as Right[])] })}
        />
      )}
    </>
  );
}
