import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { isSuperRole } from '#domain/account/roles.ts';
import type { ClientKind, Relation, Right } from '#domain/clients/membership.ts';
import { useOfficeClock } from '../calendar/office-clock.ts';
import { type Member, useMemberAction } from './members-query.ts';
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
  const clock = useOfficeClock();
  const end = member.ends_at === null ? 0 : Date.parse(member.ends_at);
  const [until, setUntil] = useState(end > Date.now() ? clock.dayOf(end - 1) : '');
  const [lastDay] = useState(until);
  const isYear = /^20\d\d$/.test(lastYear);
  const isComplete = !onlyPast || isYear;

  /** To the end of that day, as at the office. */
  const endOf = (day: string) => new Date(clock.endOfDay(day) - 1000).toISOString();

  async function save(): Promise<void> {
    let isWaiting = false;
    const isDone = await run(async () => {
      const outcome = await dataOf(
        rest.rpc('save_client_member', {
          client_id: clientId,
          member_id: member.user_id,
          relation: access.relation,
          rights: onlyPast ? ['see'] : access.rights,
          ...(onlyPast && { last_year: Number(lastYear) }),
          // A later moment of the same day would be wider access, which someone has to confirm.
          ...(until !== '' && { ends_at: (until === lastDay && member.ends_at) || endOf(until) }),
        }),
      );
      isWaiting = outcome === 'waiting';
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
