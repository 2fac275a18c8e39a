import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { accessDenied, wasSentAway } from '#app/shared/session/guards/access-denied.ts';
import { PlainButton } from '#app/ui/actions/plain-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { inWords } from '#domain/language/translate.ts';

/** Tells a person without the role why the staff area redirected them here. */
export function SentAwayNotice() {
  const { t } = useLingui();
  const isShown = wasSentAway(useHistoryState());
  const navigate = useNavigate();
  if (!isShown) return null;
  return (
    <Banner
      kind="warning"
      title={inWords(accessDenied.title, t)}
      announce
      actions={
        <PlainButton variant="secondary" onPress={() => void navigate('.', { replace: true, state: null })}>
          <Trans>Close</Trans>
        </PlainButton>
      }
    >
      <p>{inWords(accessDenied.text, t)}</p>
      <p>{t`That page is for our staff, so we brought you to your account.`}</p>
    </Banner>
  );
}
