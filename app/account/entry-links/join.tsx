import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { mayManage } from '#domain/account/roles.ts';
import {
  answerLength,
  codeLength,
  type InvitationQuestion,
  isInvitationQuestion,
  questionNames,
  typedAnswer,
  typedCode,
  writtenCode,
} from '#domain/clients/invitations.ts';
import { msg } from '#domain/language/message.ts';
import { AllDone } from '../entry/all-done.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { forgetJoinCode, keepJoinCode, keptJoinCode } from './join-code.ts';

export const meta = unlistedMeta('/join', {
  title: msg`Accept an invitation`,
  description: msg`Enter the code that our office gave you.`,
});

export function clientLoader(): { code: string } {
  keepJoinCode(window.location.hash.slice(1));
  return { code: keptJoinCode() };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Loading />;
}

/** The code may leave the address when the person comes back from the login. */
export const shouldRevalidate = () => false;

export default function JoinPage() {
  const { t } = useLingui();
  const { code } = useLoaderData<typeof clientLoader>();
  const { status, secondFactor, role } = useSession();
  const office = useOffice();
  if (status === 'loading') return <Loading />;
  const isSignedIn = status === 'signed-in' && secondFactor !== 'missing';
  return (
    <EntryLayout
      title={t`You’re invited`}
      lead={t`${{ office: office.name }} invites you to its client portal.`}
      picture={Seal}
    >
      {!isSignedIn && <FirstLogIn code={code} />}
      {isSignedIn && mayManage(role) && (
        <Banner kind="warning">
          <Trans>You’re logged in as staff. Log out first, and open the invitation as the client.</Trans>
        </Banner>
      )}
      {isSignedIn && !mayManage(role) && <JoinForm code={code} />}
    </EntryLayout>
  );
}

/** For those without a session: an account comes first. */
function FirstLogIn({ code }: { code: string }) {
  const { t } = useLingui();
  const written = writtenCode(code);
  return (
    <div className="flex flex-col gap-5">
      <ol className="list-decimal space-y-1 pl-5">
        <li>{t`Sign up with your own email address, or log in if you have an account.`}</li>
        <li>{t`Come back to this page and enter your code.`}</li>
        <li>{t`Answer one question. Our office then confirms it’s you.`}</li>
      </ol>
      {code !== '' && (
        <p>
          <Trans>
            Your code: <strong className="figures tracking-wider">{written}</strong>. This device remembers it
            for you.
          </Trans>
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        <LinkButton to="/signup" size="large">
          <Trans>Sign up</Trans>
        </LinkButton>
        <LinkButton
          to="/login"
          variant="secondary"
          size="large"
          state={{ from: { pathname: '/join', search: '', hash: code === '' ? '' : `#${code}` } }}
        >
          {t`Log in`}
        </LinkButton>
      </p>
    </div>
  );
}

type Step = { is: 'code' } | { is: 'question'; question: InvitationQuestion } | { is: 'accepted' };

function JoinForm({ code: known }: { code: string }) {
  const { t } = useLingui();
  const { run, busy, problem: failure, clear } = useAction();
  const [code, setCode] = useState(known === '' ? '' : writtenCode(known));
  const [answer, setAnswer] = useState('');
  const [step, setStep] = useState<Step>({ is: 'code' });
  const [refusal, setRefusal] = useState<string | null>(null);
  const digits = step.is === 'question' ? answerLength(step.question) : 0;
  const given = step.is === 'question' ? typedAnswer(step.question, answer) : '';
  const isComplete = step.is === 'question' ? given.length === digits : typedCode(code).length === codeLength;
  const problem = refusal ?? failure;
  const forget = () => {
    clear();
    setRefusal(null);
  };

  async function send(): Promise<void> {
    if (busy || !isComplete) return;
    setRefusal(null);
    await run(async () => {
      const result = await accept(typedCode(code), step.is === 'question' ? given : null);
      if (result === 'accepted') {
        forgetJoinCode();
        setStep({ is: 'accepted' });
      } else if (result === 'wrong') {
        setAnswer('');
        setRefusal(t`That’s not what we have. Please check it and try again.`);
      } else if (isInvitationQuestion(result)) {
        setStep({ is: 'question', question: result });
      } else {
        if (typedCode(code) === keptJoinCode()) forgetJoinCode();
        setStep({ is: 'code' });
        setRefusal(t`We don’t know this code, or it is no longer valid. Check it, or call our office.`);
      }
    });
  }

  if (step.is === 'accepted') {
    return (
      <>
        <p className="mb-5">
          <Trans>
            Thank you. Now someone has to confirm that it’s you. That usually takes one business day. We’ll
            email you when it’s ready.
          </Trans>
        </p>
        <AllDone to="/account" label={t`Go to my account`} />
      </>
    );
  }
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        label={t`Invitation code`}
        hint={t`10 letters and digits, from our letter or email`}
        name="code"
        autoComplete="off"
        spellCheck="false"
        maxLength={40}
        isReadOnly={step.is === 'question'}
        value={code}
        onChange={(value) => {
          setCode(value);
          forget();
        }}
      />
      {step.is === 'question' && (
        <TextField
          key={step.question}
          label={t(questionNames[step.question])}
          hint={t`This shows us that the invitation reached the right person.`}
          error={given.length > digits ? t`Enter ${{ digits }} digits.` : undefined}
          name="answer"
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          value={answer}
          onChange={(value) => {
            setAnswer(value.replace(/[^\d/. -]/g, '').slice(0, 20));
            forget();
          }}
        />
      )}
      <Problem>{problem}</Problem>
      <Button type="submit" size="large" busy={busy} isDisabled={!isComplete} className="sm:self-start">
        {step.is === 'question' ? t`Accept the invitation` : t`Continue`}
      </Button>
    </form>
  );
}

const accept = (code: string, answer: string | null): Promise<string> =>
  dataOf(rest.rpc('accept_client_invitation', { code, ...(answer !== null && { answer }) }));
