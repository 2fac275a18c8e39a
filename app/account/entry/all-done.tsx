import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { LinkButton } from '#app/ui/actions/link-button.tsx';

export function AllDone({ to, label }: { to: string; label: string }) {
  return (
    <>
      <p role="status" className="mb-6 flex items-center gap-3 font-semibold text-success">
        <CircleCheck size={28} aria-hidden />
        <Trans>All done</Trans>
      </p>
      <LinkButton to={to} size="large" replace>
        {label}
      </LinkButton>
    </>
  );
}
