import { Trans } from '@lingui/react/macro';

interface Props {
  steps: readonly { title: string; text: string }[];
  className: string;
}

export function NumberedSteps({ steps, className }: Props) {
  return (
    <ol className={`mt-8 grid ${className}`}>
      {steps.map(({ title, text }, i) => (
        <li key={title} className="border-t border-control pt-5">
          <p className="figures text-sm font-semibold text-accent">
            <Trans>Step {{ number: i + 1 }}</Trans>
          </p>
          <h3 className="mt-1 text-xl">{title}</h3>
          <p className="mt-2 text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
