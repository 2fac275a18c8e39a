import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError, callFunction } from '#app/shared/api/api.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

type PauseLength = 'week' | 'always';

export const meta = pageMeta(() => ({
  title: msg`Pause reminders`,
  description: msg`Pause the reminders about your account.`,
  path: '/pause-reminders',
  index: false,
}));

function problemOf(error: unknown, t: Translate): string {
  const isWrong = error instanceof ApiError && error.status === 404;
  return isWrong
    ? t(msg`This link isn’t complete. Open it from the email again, or pause reminders in your account.`)
    : messageOf(error, t);
}

/** The page of the link in a reminder. The link alone changes nothing: mail scanners open it too. */
export default function PauseRemindersPage() {
  const { t } = useLingui();
  const office = useOffice();
  const { run, busy, problem } = useAction(undefined, problemOf);
  const [chosen, setChosen] = useState<PauseLength | null>(null);
  const [done, setDone] = useState<PauseLength | null>(null);

  async function pause(how: PauseLength): Promise<void> {
    setChosen(how);
    // The ticket is after the #, so that it is in no log.
    const body = { ticket: window.location.hash.slice(1), how };
    if (await run(() => callFunction('pause-reminders', { body }))) setDone(how);
  }

  return (
    <div className="page flex flex-col gap-6 py-8 md:py-12">
      <PageHeading
        lead={<Trans>Emails from {{ office: office.name }} about what is waiting in your account.</Trans>}
      >
        {t`Pause reminders`}
      </PageHeading>
      <Card className="max-w-text">
        {done ? (
          <div className="flex flex-col items-start gap-5">
            <p role="status" className="font-semibold">
              {done === 'week'
                ? t`You get no reminders for 1 week.`
                : t`You get no reminders until you turn them on in your account.`}
            </p>
            <LinkButton to="/account">{t`Open my account`}</LinkButton>
          </div>
        ) : (
          <>
            <p>{t`What we asked you for stays in your account. How long should we wait?`}</p>
            <Problem className="mt-4">{problem}</Problem>
            <div className="mt-5 flex flex-wrap gap-3">
              <Button busy={busy && chosen === 'week'} isDisabled={busy} onPress={() => void pause('week')}>
                <Trans>Pause for 1 week</Trans>
              </Button>
              <Button
                variant="secondary"
                busy={busy && chosen === 'always'}
                isDisabled={busy}
                onPress={() => void pause('always')}
              >
                <Trans>Pause until I turn them on</Trans>
              </Button>
            </div>
          </>
        )}
      </Card>
    </div>
  );
}
