import { useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { classNames } from '#app/ui/class-names.ts';
import type { Client } from '#domain/clients/membership.ts';

interface BackToAccountProps {
  /** Whose page it is; by default, the person’s. */
  client?: Client;
  className?: string;
}

export function BackToAccount({ client, className }: BackToAccountProps) {
  const { t } = useLingui();
  return (
    <SmartLink
      to="/account"
      className={classNames('link inline-flex min-h-11 items-center gap-2 self-start', className)}
    >
      <ArrowLeft size={18} aria-hidden />
      {!client || client.isOwn ? t`Back to my account` : t`Back to the account of ${{ name: client.name }}`}
    </SmartLink>
  );
}
