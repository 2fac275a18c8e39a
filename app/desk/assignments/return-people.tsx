import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { returnsQuery, type TaxReturn } from '#app/returns/queries.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { returnTitle } from '#domain/returns/tax-return.ts';
import { assigneesQuery, useStaff } from '../inbox/assignees.ts';
import { clientDetailsQuery } from '../members/members-query.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { type AssignedRole, assignmentsQuery } from './assignments-query.ts';

/** Who prepares and reviews a return, in its block of the case. */
export function ReturnPeople({ taxReturn, clientName }: { taxReturn: TaxReturn; clientName: string }) {
  const { t } = useLingui();
  const { nameOf } = useStaff();
  const { id, user_id: clientId } = taxReturn;
  const { data: returns = [] } = useQuery(returnsQuery(clientId));
  const ids = returns.map((one) => one.id);
  const queries = [
    useQuery(assignmentsQuery(clientId, ids)),
    useQuery(clientDetailsQuery(clientId)),
    useQuery(assigneesQuery),
  ] as const;
  const [isOpen, setOpen] = useState(false);
  const [{ data: own }, { data: client }, { data: staff }] = queries;
  if (!own || !client || !staff) {
    const failed = queries.find(({ error }) => error !== null);
    return failed?.error ? (
      <LoadProblem onRetry={failed.refetch}>{messageOf(failed.error, t)}</LoadProblem>
    ) : null;
  }
  const personOf = (role: AssignedRole) => {
    const assigned = own.get(id)?.[`${role}_id`];
    // Someone who left the staff prepares nothing (nutmeg.preparer_of_return).
    const isHere = staff.some(({ user_id }) => user_id === assigned);
    const person = assigned && isHere ? assigned : client.details[`${role}_id`];
    return person === null ? null : nameOf(person);
  };
  const [preparer, reviewer] = [personOf('preparer'), personOf('reviewer')];
  const title = t(returnTitle(taxReturn));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {preparer === null && reviewer === null && <span className="text-muted">{t`No preparer`}</span>}
      {preparer !== null && (
        <span>
          <Trans>
            <span className="text-muted">Preparer:</span> {preparer}
          </Trans>
        </span>
      )}
      {reviewer !== null && (
        <span>
          <Trans>
            <span className="text-muted">Reviewer:</span> {reviewer}
          </Trans>
        </span>
      )}
      <Button
        size="small"
        variant="quiet"
        className="-mx-2 -my-1 px-2 lg:min-h-8 lg:py-0"
        aria-label={t`Assign ${{ title }}`}
        onPress={() => setOpen(true)}
      >
        <Trans>Assign</Trans>
      </Button>
      {isOpen && (
        <AssignDialog
          clientId={clientId}
          returnId={id}
          about={`${clientName}: ${title}`}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
