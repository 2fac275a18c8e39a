import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useAction } from '#app/shared/api/use-action.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { LoadedRows } from '#app/shared/parts/loaded.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Panel } from '#app/ui/layout/panel.tsx';
import { isOpen, type RequestStatus } from '#domain/signing/request.ts';
import { type Request, requestsQuery, signingActions, signingProblemInWords } from '../queries.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { statusNames } from '../words.ts';

/** The documents that a client was asked to sign, and how far each is. */
export function SignaturesPanel({ clientId }: { clientId: string }) {
  const { t } = useLingui();
  const query = requestsQuery(clientId);
  const requests = useQuery(query);
  const reload = () => invalidate(query.queryKey);
  useLiveChanges([{ table: 'signature_requests', filter: `client_id=eq.${clientId}` }], reload);
  return (
    <Panel
      id="case-signatures"
      title={t`Signatures`}
      actions={
        <LinkButton to={`/manage/sign?client=${clientId}`} variant="secondary" size="small">
          <Trans>Ask for a signature</Trans>
        </LinkButton>
      }
    >
      <LoadedRows query={requests} skeleton="h-9" none={t`No document was sent for signature yet.`}>
        {(request) => <Line key={request.id} request={request} onDone={reload} />}
      </LoadedRows>
    </Panel>
  );
}

function Line({ request, onDone }: { request: Request; onDone: () => Promise<void> }) {
  const { t } = useLingui();
  const { recentDateAndTime } = useDates();
  const [isVoiding, setVoiding] = useState(false);
  const { run, busy } = useAction(onDone, signingProblemInWords, (problem) => notify('danger', problem));
  const [actId] = useState(() => crypto.randomUUID());
  const { id, title, status, version, signers, reason, created_at } = request;
  const name = statusNames[status as RequestStatus];

  async function end(why: string): Promise<void> {
    const request = { requestId: id, actId, version, reason: why };
    if (await run(() => signingActions.void(request))) setVoiding(false);
  }

  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
        <Badge tone={status === 'completed' ? 'success' : isOpen(status) ? 'accent' : 'neutral'}>
          {name ? t(name) : status}
        </Badge>
      </div>
      <ul className="text-muted">
        {signers.map((signer) => (
          <li key={signer.id}>
            {signer.signed_at
              ? t`${{ name: signer.name }} signed: ${{ at: recentDateAndTime(signer.signed_at) }}`
              : signer.status === 'declined'
                ? t`${{ name: signer.name }} declined`
                : signer.viewed_at
                  ? t`${{ name: signer.name }} has read it, and has not signed yet`
                  : t`${{ name: signer.name }} has not signed yet`}
          </li>
        ))}
      </ul>
      {reason && <p className="wrap-anywhere">{t`Reason: ${reason}`}</p>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="figures text-muted">{t`Sent: ${{ at: recentDateAndTime(created_at) }}`}</span>
        {isOpen(status) && (
          <Button
            variant="quiet"
            size="small"
            aria-label={t`Void the request: ${title}`}
            onPress={() => setVoiding(true)}
          >
            <Trans>Void</Trans>
          </Button>
        )}
      </div>
      {isVoiding && (
        <ReasonDialog
          title={t`Void this request?`}
          text={t`No one can sign it anymore. What was signed so far is not used. For a correction, send a new document.`}
          action={t`Void`}
          busy={busy}
          onClose={() => setVoiding(false)}
          onReason={(why) => void end(why)}
        />
      )}
    </li>
  );
}
