import { Trans, useLingui } from '@lingui/react/macro';
import { useAction } from '#app/shared/api/use-action.ts';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { logInByToken } from '../auth-service.ts';
import { EntryLayout } from '../entry/entry-layout.tsx';
import type { OfferedSession } from '../entry/link-session.ts';

/** A link opens an account that this browser didn't ask for: says whose it is, and asks. */
export function OfferedAccount({ offer, onTaken }: { offer: OfferedSession; onTaken: () => void }) {
  const { email, signedInAs } = offer;
  const { t } = useLingui();
  const { run, busy, problem } = useAction();

  async function take(): Promise<void> {
    if (await run(() => logInByToken(offer.refreshToken))) onTaken();
  }

  return (
    <EntryLayout
      takesOver
      title={t`Is this your account?`}
      lead={
        <Trans>
          The link you opened belongs to <strong className="break-words text-ink">{email}</strong>.
        </Trans>
      }
      picture={Seal}
    >
      {signedInAs !== null && (
        <Banner className="mb-6">
          <Trans>
            You’re logged in as <span className="break-words">{signedInAs}</span>. If you continue, this
            device will switch to the other account.
          </Trans>
        </Banner>
      )}
      <p>
        <Trans>
          Continue only if that email is yours. If you don’t recognize it, someone may have sent you their own
          link to get your documents into their account.
        </Trans>
      </p>
      <Problem className="mt-6">{problem}</Problem>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        <Button size="large" busy={busy} onPress={() => void take()}>
          <Trans>Yes, continue</Trans>
        </Button>
        <LinkButton to={signedInAs === null ? '/' : '/account'} size="large" variant="secondary" replace>
          {signedInAs === null ? t`No, don’t open it` : t`No, back to my account`}
        </LinkButton>
      </div>
    </EntryLayout>
  );
}
