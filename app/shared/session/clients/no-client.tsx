import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import type { Client } from '#domain/clients/membership.ts';
import { pageFor } from './client-page.ts';

export interface NoClientProps {
  /** The one that was on the screen until now. */
  last: Client | null;
  /** Their own was merged into one that they don't see. */
  hasNoOwn: boolean;
  /** Why the person's clients are not known. */
  error: unknown;
  onRetry: () => unknown;
}

/** Instead of a page of a client that the person doesn't work for, or no longer. */
export function NoClient({ last, hasNoOwn, error, onRetry }: NoClientProps) {
  const { t } = useLingui();
  if (error) {
    return (
      <div className="page py-8">
        <LoadProblem onRetry={onRetry}>{messageOf(error, t)}</LoadProblem>
      </div>
    );
  }
  const ended = last && !last.isOwn ? last.name : null;
  const [title, text] = hasNoOwn
    ? [
        t`You can’t open this account anymore`,
        t`Our office merged it with another one, which you don’t have access to. Please call us.`,
      ]
    : ended === null
      ? [
          t`You can’t open this client’s pages`,
          t`Your access may have ended, or the address is wrong. Your own account is as you left it.`,
        ]
      : [
          t`Your access to ${{ name: ended }} has ended`,
          t`What you sent until now is saved. Do you still need access? Ask them, or call our office.`,
        ];
  return (
    <div className="page py-16 md:py-28">
      <h1 tabIndex={-1} ref={focusOnMount} className="max-w-text text-3xl wrap-anywhere">
        {title}
      </h1>
      <p className="mt-4 max-w-text text-lg text-muted">{text}</p>
      {!hasNoOwn && (
        <Link to={pageFor('/account', null)} className={buttonStyle('primary', 'large', 'mt-8')}>
          <Trans>Go to my own account</Trans>
        </Link>
      )}
    </div>
  );
}
