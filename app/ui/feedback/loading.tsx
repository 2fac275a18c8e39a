import { useLingui } from '@lingui/react/macro';
import { Spinner } from './spinner.tsx';

export function Loading({ text }: { text?: string }) {
  const { t } = useLingui();
  return (
    // Without JavaScript, nothing is loading.
    <div
      role="status"
      data-loading
      className="flex min-h-[50vh] flex-col items-center justify-center gap-4 text-muted noscript:hidden"
    >
      <span className="text-action">
        <Spinner size={36} />
      </span>
      <p>{text ?? t`Loading...`}</p>
    </div>
  );
}
