import { Badge, type BadgeTone } from '#app/ui/feedback/badge.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '#app/ui/layout/visually-hidden.tsx';
import { isFiled, type ReturnStatus, returnStatusNames, waitsForClient } from '#domain/returns/tax-return.ts';
import type { ClientFacts } from './clients-query.ts';

export function FormFact({ facts, year }: { facts: ClientFacts | undefined; year: number }) {
  if (!facts) return <Skeleton className="h-3 w-12" />;
  return (
    <span className={facts.formSent ? 'text-success' : 'text-muted'}>
      <VisuallyHidden>Tax form {year}: </VisuallyHidden>
      {facts.formSent ? 'Sent' : 'Not sent'}
    </span>
  );
}

export function ReturnFact({ facts }: { facts: ClientFacts | undefined }) {
  if (!facts) return <Skeleton className="h-3 w-24" />;
  const { personal, business } = facts;
  const shown = personal ?? business;
  if (!shown) {
    return (
      <span className="text-muted">
        <span aria-hidden>–</span>
        <VisuallyHidden>No return</VisuallyHidden>
      </span>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <VisuallyHidden>Return: </VisuallyHidden>
      <Badge size="small" tone={toneOf(shown)}>
        {returnStatusNames[shown]}
      </Badge>
      {business && (
        <span className="text-xs text-muted" title={`Business return: ${returnStatusNames[business]}`}>
          <span aria-hidden>{personal ? '+1' : 'business'}</span>
          <VisuallyHidden>Business return: {returnStatusNames[business]}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

export function NewFilesFact({ facts }: { facts: ClientFacts | undefined }) {
  if (!facts || facts.newFiles === 0) return null;
  return (
    <Badge size="small" tone="danger">
      <span className="figures">{facts.newFiles} new</span>
      <VisuallyHidden> {facts.newFiles === 1 ? 'file' : 'files'}</VisuallyHidden>
    </Badge>
  );
}

/**
 * Statuses that need the office stand out, those that wait for the client are amber, filed ones are neutral.
 */
function toneOf(status: ReturnStatus): BadgeTone {
  if (status === 'rejected') return 'danger';
  if (status === 'accepted') return 'success';
  if (isFiled(status)) return 'neutral';
  return waitsForClient(status) ? 'warning' : 'info';
}
