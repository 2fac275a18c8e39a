import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { forgetJoinCode, keptJoinCode } from '../entry-links/join-code.ts';

export function InvitationNotice() {
  const { t } = useLingui();
  const [code, setCode] = useState(keptJoinCode);
  if (code === '') return null;
  return (
    <Banner
      title={t`You have an invitation`}
      actions={
        <>
          <LinkButton to={`/join#${code}`}>{t`Accept the invitation`}</LinkButton>
          <Button
            variant="secondary"
            onPress={() => {
              forgetJoinCode();
              setCode('');
            }}
          >
            <Trans>Not now</Trans>
          </Button>
        </>
      }
    >
      <Trans>Enter your code, and we’ll add what we already have for you.</Trans>
    </Banner>
  );
}
