import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import type { LoginAnswer } from './login-answer.ts';

/** What stays in the page after a login that failed; questions are asked in a dialog. */
export function LoginProblem({ answer }: { answer: LoginAnswer | null }) {
  if (answer?.kind === 'text') {
    return (
      <Banner kind="danger" announce>
        {answer.text}
      </Banner>
    );
  }
  if (answer?.kind !== 'unconfirmed') return null;
  return (
    <Banner
      kind="warning"
      announce
      title={answer.text}
      actions={
        <LinkButton to="/confirm-email" state={{ email: answer.email }} variant="secondary">
          Get a new link
        </LinkButton>
      }
    >
      Open the link in the mail that we sent you, then log in here.
    </Banner>
  );
}
