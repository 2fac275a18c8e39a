import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { Client } from '#domain/clients/membership.ts';
import { relationName, rightsInWords } from '#domain/clients/membership-words.ts';
import { type AccessRequest, decideOnAccess, membersQuery } from './members-query.ts';

interface AccessRequestsProps {
  client: Client;
  requests: readonly AccessRequest[];
  /** After the answer. The request and its buttons may have left the page. */
  onDecided: () => void;
}

/** Who would get access, and two buttons. */
export function AccessRequests({ client, requests, onDecided }: AccessRequestsProps) {
  return (
    <ul className="mt-4 flex flex-col gap-4">
      {requests.map((request) => (
        <Request key={request.id} client={client} request={request} onDecided={onDecided} />
      ))}
    </ul>
  );
}

function Request(props: Omit<AccessRequestsProps, 'requests'> & { request: AccessRequest }) {
  const { client, request, onDecided } = props;
  const { t } = useLingui();
  const { longDate } = useDates();
  const queries = useQueryClient();
  const id = useId();
  const { name, accepted_email, relation, rights, last_year, ends_at } = request;
  const { run, busy, problem } = useAction(async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['access-requests', client.clientId] }),
      queries.invalidateQueries({ queryKey: membersQuery(client.clientId).queryKey }),
    ]);
  });

  async function decide(isAllowed: boolean): Promise<void> {
    const isDone = await run(() => decideOnAccess(request.id, isAllowed));
    if (!isDone) return;
    onDecided();
    notify('success', isAllowed ? t`${name} has access now.` : t`${name} won’t get access.`);
  }

  return (
    <li aria-labelledby={id} className="rounded-card border-2 border-action p-4 md:p-5">
      <h3 id={id} className="text-lg wrap-anywhere">
        {client.isOwn
          ? t`Should ${name} have this access to your documents?`
          : t`Should ${name} have this access to the documents of ${{ client: client.name }}?`}
      </h3>
      <p className="mt-2">
        <Origin request={request} />
      </p>
      <dl className="mt-4 flex flex-col gap-3">
        <Fact name={t`Email`}>{accepted_email}</Fact>
        <Fact name={t`As`}>{t(relationName(relation))}</Fact>
        <Fact name={t`What they could do`}>
          <ul className="list-disc pl-5">
            {rightsInWords({ rights, lastYear: last_year }).map((words) => (
              <li key={words.id}>{t(words)}</li>
            ))}
          </ul>
        </Fact>
        <Fact name={t`Until`}>{ends_at ? longDate(ends_at) : t`No end date`}</Fact>
      </dl>
      <Problem className="mt-4">{problem}</Problem>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          busy={busy}
          className="max-sm:w-full"
          aria-label={t`Allow access: ${name}`}
          onPress={() => void decide(true)}
        >
          <Trans>Allow</Trans>
        </Button>
        <Button
          variant="secondary"
          isDisabled={busy}
          className="max-sm:w-full"
          aria-label={t`Don’t allow access: ${name}`}
          onPress={() => void decide(false)}
        >
          <Trans>Don’t allow</Trans>
        </Button>
      </div>
      <p className="mt-3 text-sm text-muted">
        <Trans>If you don’t know this person, choose “Don’t allow” and call our office.</Trans>
      </p>
    </li>
  );
}

function Origin({ request }: { request: AccessRequest }) {
  const { longDate } = useDates();
  const day = longDate(request.accepted_at);
  const askedBy = request.invited_by_name;
  if (request.question !== null) return <Trans>They entered the code from our invitation on {day}.</Trans>;
  if (askedBy === null) return <Trans>Our office requested this on {day}.</Trans>;
  return (
    <Trans>
      {askedBy} from our office requested this on {day}.
    </Trans>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
