import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Badge, type BadgeTone } from '#app/ui/feedback/badge.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '#app/ui/layout/visually-hidden.tsx';
import { isFiled, type ReturnStatus, returnStatusNames, waitsForClient } from '#domain/returns/tax-return.ts';
import type { ClientFacts } from './clients-query.ts';

export function FormFact({ facts, year }: { facts: ClientFacts | undefined; year: number }) {
  const { t } = useLingui();
  if (!facts) return <Skeleton className="h-3 w-12" />;
  return (
    <span className={facts.formSent ? 'text-success' : 'text-muted'}>
      <VisuallyHidden>
        <Trans>Tax form {year}:</Trans>{' '}
      </VisuallyHidden>
      {facts.formSent
        ? t({ message: 'Sent', context: 'tax form' })
        : t({ message: 'Not sent', context: 'tax form' })}
    </span>
  );
}

export function ReturnFact({ facts }: { facts: ClientFacts | undefined }) {
  const { t } = useLingui();
  if (!facts) return <Skeleton className="h-3 w-24" />;
  const { personal, business } = facts;
  const shown = personal ?? business;
  if (!shown) {
    return (
      <span className="text-muted">
        <span aria-hidden>–</span>
        <VisuallyHidden>
          <Trans>No return</Trans>
        </VisuallyHidden>
      </span>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <VisuallyHidden>
        <Trans context="tax return">Return:</Trans>{' '}
      </VisuallyHidden>
      <Badge size="small" tone={toneOf(shown)}>
        {t(returnStatusNames[shown])}
      </Badge>
      {business && (
        <span
          className="text-xs text-muted"
          title={t`Business return: ${{ status: t(returnStatusNames[business]) }}`}
        >
          <span aria-hidden>{personal ? '+1' : t({ message: 'business', context: 'tax return' })}</span>
          <VisuallyHidden>
            <Trans>Business return: {{ status: t(returnStatusNames[business]) }}</Trans>
          </VisuallyHidden>
        </span>
      )}
    </span>
  );
}

export function NewFilesFact({ facts }: { facts: ClientFacts | undefined }) {
  const newFiles = facts?.newFiles ?? 0;
  if (newFiles === 0) return null;
  return (
    <Badge size="small" tone="danger">
      <Trans>
        <span className="figures">
          <Plural value={newFiles} one="# new" other="# new" />
        </span>
        <VisuallyHidden>
          {' '}
          <Plural value={newFiles} one="file" other="files" />
        </VisuallyHidden>
      </Trans>
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
