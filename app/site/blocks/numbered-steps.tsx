import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';

interface Props {
  steps: readonly Record<'title' | 'text', MessageDescriptor>[];
  className: string;
}

export function NumberedSteps({ steps, className }: Props) {
  const { t } = useLingui();
  return (
    <ol className={`mt-8 grid ${className}`}>
      {steps.map(({ title, text }, i) => (
        <li key={title.id} className="border-t border-control pt-5">
          <p className="figures text-sm font-semibold text-accent">
            <Trans>Step {{ number: i + 1 }}</Trans>
          </p>
          <h3 className="mt-1 text-xl">{t(title)}</h3>
          <p className="mt-2 text-muted">{t(text)}</p>
        </li>
      ))}
    </ol>
  );
}
