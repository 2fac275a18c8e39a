import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { signInProblem } from '#app/account/entry/problems.ts';
import { prefetchPage } from '#app/shared/browser/prefetch-page.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { useLazyForm } from '../entry/use-lazy-form.ts';
import type { LoginAnswer } from './answers.ts';
import { useLoginFields } from './use-login-fields.ts';

/** With the captcha. */
const sending = () => import('./log-in.ts');

/** What may follow the form. Loaded with the rest: a lazy component that can't be loaded would break the page. */
export const loginParts = {
  dialog: async () => ({ default: (await import('./login-dialogs.tsx')).LoginDialog }),
  secondStep: async () => ({ default: (await import('./second-factor-step.tsx')).SecondFactorStep }),
};

/**
 * The login form. A successful login changes the session, and the page goes on from there.
 * @param next the path of the page that opens after it
 */
export function useLogin(knownEmail: string, next: string) {
  const phone = useOffice().contact.phone.display;
  const { t } = useLingui();
  const [answer, setAnswer] = useState<LoginAnswer | null>(null);
  const [isSending, setSending] = useState(false);
  const fields = useLoginFields(knownEmail);

  async function send(): Promise<void> {
    const answers = fields.check();
    if (answers === null || isSending) return;
    setAnswer(null);
    setSending(true);
    const result = await sending()
      .then(({ logIn }) => logIn(answers, phone, t))
      .catch((error: unknown): LoginAnswer => ({ kind: 'text', text: signInProblem(error, phone, t) }));
    setSending(false);
    // The dialog returns the focus to the field that has to be corrected.
    if (result?.kind === 'incorrect-password') fields.select('password');
    if (result?.kind === 'not-found') fields.select('email');
    setAnswer(result);
  }

  const isPrepared = useRef(false);
  async function load(): Promise<void> {
    const [{ prepareLogin }] = await Promise.all([
      sending(),
      loginParts.dialog(),
      loginParts.secondStep(),
      import('#app/shared/session/fetch-profile.ts'),
    ]);
    if (isPrepared.current) return;
    isPrepared.current = true;
    prepareLogin();
    // If it fails, the page loads them when it opens.
    prefetchPage(next).catch(() => undefined);
  }

  const { submit, preload, isLoading } = useLazyForm({
    load,
    send,
    onLoadError: (error) => setAnswer({ kind: 'text', text: signInProblem(error, phone, t) }),
  });

  return {
    fields,
    submit,
    preload,
    busy: isLoading || isSending,
    answer,
    clearAnswer: () => setAnswer(null),
  };
}
