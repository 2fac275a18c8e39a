import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { signInProblem } from '#app/account/entry/problems.ts';
import { prefetchPage } from '#app/shared/browser/prefetch-page.ts';
import { useEarlyInput } from '#app/shared/browser/use-early-input.ts';
import { useHydrated } from '#app/shared/browser/use-hydrated.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { useLazyForm } from '../entry/use-lazy-form.ts';
import type { LoginAnswer } from './answers.ts';

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

const names = ['email', 'password'] as const;
type Name = (typeof names)[number];
type LoginAnswers = Record<Name, string>;

/**
 * The two fields of the login, both required. Without the libraries of the other forms: people with slow phones wait
 * for this page each time.
 */
function useLoginFields(knownEmail: string) {
  const { t } = useLingui();
  const [values, setValues] = useState<LoginAnswers>({ email: '', password: '' });
  /** The values of now: `check` may be called by an earlier rendering, while scripts were loading. */
  const latest = useRef(values);
  const [attempt, setAttempt] = useState(0);
  const inputs = { email: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) };
  const isHydrated = useHydrated();

  const change = (name: Name) => (text: string) => {
    latest.current = { ...latest.current, [name]: text };
    setValues(latest.current);
  };
  useEarlyInput('email', values.email, change('email'));
  useEarlyInput('password', values.password, change('password'));
  // Not the first value: the server's HTML is the same for everyone, and text that was typed into it counts most.
  const fill = useEffectEvent(() => change('email')(latest.current.email || knownEmail));
  useEffect(() => {
    if (isHydrated) fill();
  }, [isHydrated]);

  const missing = missingIn(values);
  const messages = { email: t`Email is required`, password: t`Password is required` };
  const shown = attempt === 0 ? [] : missing;

  return {
    email: values.email,
    attempt,
    issues: shown.map((name) => ({ fieldId: name, message: messages[name] })),
    field: (name: Name) => ({
      id: name,
      name,
      value: values[name],
      onChange: change(name),
      inputRef: inputs[name],
      error: shown.includes(name) ? messages[name] : undefined,
    }),
    /** The answers, or null after showing which are missing. */
    check(): LoginAnswers | null {
      setAttempt((before) => before + 1);
      const { email, password } = latest.current;
      return missingIn(latest.current).length === 0 ? { email: email.trim(), password } : null;
    },
    select(name: Name): void {
      inputs[name].current?.focus();
      inputs[name].current?.select();
    },
  };
}

function missingIn(values: LoginAnswers): Name[] {
  return names.filter((name) => (name === 'email' ? values.email.trim() : values.password) === '');
}
