import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';

interface LoadProblemProps {
  title?: string;
  children?: ReactNode;
  onRetry: () => unknown;
  busy?: boolean;
  className?: string;
}

/** Why something could not be loaded, with a button that tries again. */
export function LoadProblem({ title, children, onRetry, busy = false, className }: LoadProblemProps) {
  const { t } = useLingui();
  return (
    <Banner
      kind="danger"
      announce
      title={title}
      {...(className && { className })}
      actions={
        <Button variant="secondary" onPress={() => void onRetry()} busy={busy}>
          {t`Try again`}
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
