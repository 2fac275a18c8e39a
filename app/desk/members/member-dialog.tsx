import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { isSuperRole } from '#domain/account/roles.ts';
import type { ClientKind, Relation, Right } from '#domain/clients/membership.ts';
import { type Member, memberActions, useMemberAction } from './members-query.ts';
import { RightsFields } from './rights-fields.tsx';

interface MemberDialogProps {
  clientId: string;
  kind: ClientKind;
  member: Member;
  onClose: () => void;
}

/** Changes what a person may do for the client, and until when. */
export function MemberDialog({ clientId, kind, member, onClose }: MemberDialogProps) {
  const { t } = useLingui();
  const { role } = useSession();
  const thisYear = useOfficeYear();
  const { run, busy, problem, clear } = useMemberAction(clientId);
  const [access, setAccess] = useState({
    relation: member.relation as Relation,
    rights: member.rights as Right[],
  });
  const [onlyPast, setOnlyPast] = useState(member.last_year !== null);
  const [lastYear, setLastYear] = useState(String(member.last_year ?? thisYear - 1));
  const isFuture = member.ends_at !== null && Date.parse(member.ends_at) > Date.now();
  const [until, setUntil] = useState(isFuture ? (member.ends_at ?? '').slice(0, 10) : '');
  const isYear = /^20\d\d$/.test(lastYear);
  const isComplete = !onlyPast || isYear;

  async function save(): Promise<void> {
    if (busy || !isComplete) return;
    let isWaiting = false;
    const isDone = await run(async () => {
      isWaiting = await memberActions.saveMember(clientId, member.user_id, {
        relation: access.relation,
        rights: onlyPast ? ['see'] : access.rights,
        lastYear: onlyPast ? Number(lastYear) : null,
        // To the end of that day, wherever the office is.
        endsAt: until === '' ? null : new Date(`${until}T23:59:59`).toISOString(),
      });
    });
    if (!isDone) return;
    if (isWaiting) notify('info', t`Waiting for the client or a super user to confirm`);
    onClose();
  }

  return (
    <FormDialog
      title={t`Access of ${{ name: member.name || member.email }}`}
      action={<Trans>Save</Trans>}
      busy={busy}
      isReady={isComplete}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <Checkbox
        isSelected={onlyPast}
        onChange={(isSelected) => {
          setOnlyPast(isSelected);
          clear();
        }}
      >
        <Trans>Only earlier years, to read (after a separation, for instance)</Trans>
      </Checkbox>
      {onlyPast ? (
        <TextField
          label={t`Last year that they see`}
          name="last-year"
          inputMode="numeric"
          autoComplete="off"
          error={isYear ? undefined : t`Enter a year, such as ${{ year: String(thisYear - 1) }}.`}
          value={lastYear}
          onChange={setLastYear}
        />
      ) : (
        <RightsFields kind={kind} hasLogin value={access} onChange={setAccess} />
      )}
      <TextField
        label={t`Access ends on`}
        hint={t`Leave it empty for no end.`}
        name="until"
        type="date"
        optional
        value={until}
        onChange={setUntil}
      />
      {!isSuperRole(role) && (
        <p className="text-sm text-muted">
          <Trans>Added access waits until the client or a super user confirms it.</Trans>
        </p>
      )}
    </FormDialog>
  );
}
