import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { useStaff } from '../inbox/assignees.ts';
import { clientDetailsQuery } from '../members/members-query.ts';
import {
  type AssignedRole,
  type Assignment,
  assignmentsQuery,
  assignReturn,
  reloadAssignments,
  unassigned,
} from './assignments-query.ts';

export interface AssignDialogProps {
  clientId: string;
  returnId: string;
  /** Such as "Ana Lopez: personal return 2026". */
  about: string;
  onClose: () => void;
}

/** Who prepares and reviews one return. */
export function AssignDialog(props: AssignDialogProps) {
  const { clientId, returnId, about, onClose } = props;
  const { t } = useLingui();
  // A colleague may have changed what was read a minute ago.
  const own = useQuery({ ...assignmentsQuery(clientId, [returnId]), staleTime: 0 });
  const client = useQuery(clientDetailsQuery(clientId));
  const error = own.error ?? client.error;
  if (own.data && own.isFetchedAfterMount && client.data) {
    return (
      <AssignForm {...props} own={own.data.get(returnId) ?? unassigned} ofClient={client.data.details} />
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={about} width="narrow">
      {error ? <Problem>{messageOf(error, t)}</Problem> : <Loading />}
    </Dialog>
  );
}

interface AssignFormProps extends AssignDialogProps {
  own: Assignment;
  ofClient: Assignment;
}

function AssignForm({ clientId, returnId, about, onClose, own, ofClient }: AssignFormProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { preparers, nameOf } = useStaff();
  const [before] = useState(own);
  const [after, setAfter] = useState(own);
  const { run, busy, problem, clear } = useAction(() => reloadAssignments(queries, clientId));

  function choicesOf(role: AssignedRole) {
    const usual = ofClient[`${role}_id`];
    const assigned = own[`${role}_id`];
    const colleagues = preparers.map(({ user_id }) => user_id);
    const isFormer = assigned !== null && !colleagues.includes(assigned);
    return [
      {
        value: '',
        label: usual === null ? t`The client’s: no one` : t`The client’s: ${{ name: nameOf(usual) }}`,
      },
      ...[...(isFormer ? [assigned] : []), ...colleagues].map((id) => ({ value: id, label: nameOf(id) })),
    ];
  }

  function fieldOf(role: AssignedRole) {
    return {
      options: choicesOf(role),
      value: after[`${role}_id`] ?? '',
      onChange: (value: string) => {
        setAfter({ ...after, [`${role}_id`]: value || null });
        clear();
      },
    };
  }

  return (
    <FormDialog
      title={about}
      action={<Trans>Save</Trans>}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void run(() => assignReturn(returnId, before, after)).then((done) => done && onClose())}
    >
      <p className="text-sm text-muted">
        <Trans>Only for this return. To change all of them, edit the client’s details.</Trans>
      </p>
      <Select label={t`Preparer`} autoFocus {...fieldOf('preparer')} />
      <Select label={t`Reviewer`} {...fieldOf('reviewer')} />
    </FormDialog>
  );
}
