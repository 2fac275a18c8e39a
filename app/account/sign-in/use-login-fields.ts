import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useEarlyInput } from '#app/shared/browser/use-early-input.ts';
import { useHydrated } from '#app/shared/browser/use-hydrated.ts';

const names = ['email', 'password'] as const;
type Name = (typeof names)[number];
export type LoginAnswers = Record<Name, string>;

/**
 * The two fields of the login, both required. Without the libraries of the other forms: people with slow phones wait
 * for this page each time.
 */
export function useLoginFields(knownEmail: string) {
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
