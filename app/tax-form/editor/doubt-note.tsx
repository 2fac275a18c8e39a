import { Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import type { Doubt } from '#domain/tax-form/doubts.ts';
import { fieldId } from './question.tsx';

interface DoubtNoteProps {
  question: string;
  doubt: Doubt | undefined;
  onConfirmNumber: () => void;
}

/** Shown under an answer that is probably mistyped. It doesn't block the form. */
export function DoubtNote({ question, doubt, onConfirmNumber }: DoubtNoteProps) {
  const { t } = useLingui();
  return (
    <div role="status">
      {doubt && (
        <div className="flex flex-col items-start">
          <p className="flex gap-1.5 text-sm font-medium text-warning">
            <TriangleAlert size={16} aria-hidden className="mt-[0.2em] shrink-0" />
            <span>
              {doubt.about === 'number' && <Trans>Please check this number.</Trans>} {t(doubt.reason)}
            </span>
          </p>
          <Button
            variant="quiet"
            className="-ml-5 text-sm"
            aria-label={t`It’s correct: ${question}`}
            onPress={onConfirmNumber}
          >
            <Trans>It’s correct</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

/** Lists the doubtful answers that are not confirmed, before the form is sent. */
export function DoubtSummary({ doubts, onGo }: { doubts: readonly Doubt[]; onGo: (path: string) => void }) {
  const { t } = useLingui();
  if (doubts.length === 0) return null;
  const hasDays = doubts.some(({ about }) => about === 'day');
  return (
    <Banner kind="warning" title={hasDays ? t`Please check these answers` : t`Please check these numbers`}>
      <p>{t`You can still submit the form. But a wrong digit may delay your return or refund.`}</p>
      <ul className="mt-1 flex flex-col">
        {doubts.map(({ path, name, reason }) => (
          <li key={path} className="py-1">
            <a
              href={`#${fieldId(path)}`}
              className="inline-flex min-h-8 items-center font-medium underline underline-offset-4"
              onClick={(event) => {
                event.preventDefault();
                onGo(path);
              }}
            >
              {t(name)}
            </a>
            <p className="text-sm">{t(reason)}</p>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
