import { Trans } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import { SupportPhone } from '#app/shared/support-phone.tsx';

export function Help({ picture: Picture }: { picture: ComponentType<{ className?: string }> }) {
  return (
    <div className="flex max-w-md flex-col gap-10">
      <Picture className="hidden w-56 text-action lg:block" />
      <p className="text-muted">
        <Trans>
          Need a hand? Call us at <SupportPhone />. We never ask for your password by email or phone.
        </Trans>
      </p>
    </div>
  );
}
