import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { authSession } from '#app/shared/api/auth-session.ts';
import { failureOf, messageOf } from '#app/shared/api/error-wording.ts';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { msg } from '#domain/language/message.ts';
import { ownFactors, verifyApp, verifyRecoveryCode } from '../auth-service.ts';
import { codeForm } from '../entry/code-field.tsx';

type Method = 'app' | 'recovery';

const wordings = {
  app: {
    lead: msg`Open your authenticator app and enter the six digits it shows for us.`,
    label: msg`Code from your app`,
    empty: msg`Enter the six digits from your app`,
    wrong: msg`That code is wrong. Wait for the next one in your app and enter it`,
    other: msg`Use a recovery code`,
  },
  recovery: {
    lead: msg`Enter one of the recovery codes you saved when you set up the app. Each one works once.`,
    label: msg`Recovery code`,
    empty: msg`Enter one of your recovery codes`,
    wrong: msg`That recovery code is wrong or was already used`,
    other: msg`Use a code from my app`,
  },
} satisfies Record<Method, Record<string, MessageDescriptor>>;

/** After the password, for people who set up an app. A right code changes the session, and the page goes on. */
export function SecondFactorStep() {
  const [method, setMethod] = useState<Method>('app');
  const { t } = useLingui();
  const wording = wordings[method];
  const { control, formState, handleSubmit, reset, setError } = useForm(codeForm(t(wording.empty)));
  const busy = formState.isSubmitting;

  const submit = handleSubmit(async ({ code }) => {
    try {
      await (method === 'app' ? verifyAppCode(code) : verifyRecoveryCode(code));
    } catch (error) {
      const message = isWrongCode(error) ? t(wording.wrong) : messageOf(error, t);
      setError('code', { message }, { shouldFocus: true });
    }
  });

  function changeMethod(): void {
    setMethod(method === 'app' ? 'recovery' : 'app');
    reset();
  }

  return (
    <form method="post" noValidate className="flex flex-col items-start gap-5" onSubmit={submit}>
      <p className="text-muted">{t(wording.lead)}</p>
      <FormField
        // The new field takes the focus.
        key={method}
        control={control}
        name="code"
        label={t(wording.label)}
        inputMode={method === 'app' ? 'numeric' : 'text'}
        autoComplete={method === 'app' ? 'one-time-code' : 'off'}
        autoFocus
        maxLength={40}
        className="figures w-full sm:max-w-80"
      />
      <Button type="submit" size="large" busy={busy} className="w-full sm:w-auto">
        {busy ? t`Checking...` : t`Continue`}
      </Button>
      <div className="flex flex-col items-start">
        <Button variant="quiet" onPress={changeMethod} className="-ml-5">
          {t(wording.other)}
        </Button>
        <Button variant="quiet" onPress={() => void logInToAnother()} className="-ml-5">
          <Trans>Log in to another account</Trans>
        </Button>
      </div>
      <p className="text-sm text-muted">
        <Trans>
          Lost your phone and your codes? Call us at <SupportPhone />.
        </Trans>
      </p>
    </form>
  );
}

const isWrongCode = (error: unknown) => failureOf(error).code === 'mfa_verification_failed';

/** What was typed into the pages behind the dialog stays kept. */
async function logInToAnother(): Promise<void> {
  try {
    await authSession.end();
  } catch (error) {
    console.warn('The server could not be informed of the sign-out', error);
  }
}

/** Which app is named doesn't matter: the server takes a code of any. */
async function verifyAppCode(code: string): Promise<void> {
  const [app] = (await ownFactors()).apps;
  if (!app) throw new Error('There is no authenticator app on this account');
  await verifyApp(app.id, code);
}
