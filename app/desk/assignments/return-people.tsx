import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { returnsQuery, type TaxReturn } from '#app/returns/queries.ts';
import { dataOf, done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { returnTitle } from '#domain/returns/tax-return.ts';
import { boardKey } from '../board/board-query.ts';
import { assigneesQuery, useStaff } from '../inbox/assignees.ts';
import { clientDetailsQuery } from '../members/members-query.ts';

/** Who works on a return instead of the client's preparer and reviewer; null: the client's. */
interface Assignment {
  readonly preparer_id: string | null;
  readonly reviewer_id: string | null;
}

const roles = ['preparer', 'reviewer'] as const;
type AssignedRole = (typeof roles)[number];

const unassigned: Assignment = { preparer_id: null, reviewer_id: null };

const keyOf = (clientId: string) => ['case', clientId, 'assignments'] as const;

/** By return. Those with nothing instead are left out. */
function assignmentsQuery(clientId: string, returnIds: readonly string[]) {
  return queryOptions({
    queryKey: [...keyOf(clientId), returnIds] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Assignment>> => {
      const data = await dataOf(
        rest
          .from('return_assignments')
          .select('return_id, preparer_id, reviewer_id')
          .in('return_id', [...returnIds]),
        signal,
      );
      return new Map(data.map(({ return_id, ...assignment }) => [return_id, assignment]));
    },
    enabled: returnIds.length > 0,
    // When a return is added, the people of the others stay on the screen.
    placeholderData: keepPreviousData,
  });
}

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

interface AssignDialogProps {
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
  const { preparers, nameOf } = useStaff();
  const [before] = useState(own);
  const [after, setAfter] = useState(own);
  const { run, busy, problem, clear } = useAction(() => invalidate(keyOf(clientId), boardKey, ['clients']));

  /** Writes what differs. */
  async function save(): Promise<void> {
    for (const role of roles) {
      const person = after[`${role}_id`];
      if (person === before[`${role}_id`]) continue;
      await done(
        rest.rpc('assign_return', { return_id: returnId, role, ...(person !== null && { person }) }),
      );
    }
  }

  function fieldOf(role: AssignedRole) {
    const usual = ofClient[`${role}_id`];
    const assigned = own[`${role}_id`];
    const colleagues = preparers.map(({ user_id }) => user_id);
    const isFormer = assigned !== null && !colleagues.includes(assigned);
    const people = isFormer ? [assigned, ...colleagues] : colleagues;
    const none = usual === null ? t`The client’s: no one` : t`The client’s: ${{ name: nameOf(usual) }}`;
    return {
      options: [{ value: '', label: none }, ...people.map((id) => ({ value: id, label: nameOf(id) }))],
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
      onSubmit={() => void run(save).then((done) => done && onClose())}
    >
      <p className="text-sm text-muted">
        <Trans>Only for this return. To change all of them, edit the client’s details.</Trans>
      </p>
      <Select label={t`Preparer`} autoFocus {...fieldOf('preparer')} />
      <Select label={t`Reviewer`} {...fieldOf('reviewer')} />
    </FormDialog>
  );
}
