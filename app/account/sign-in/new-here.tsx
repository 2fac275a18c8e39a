import { PhoneAndForm } from '#app/shared/drawings/phone-and-form.tsx';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';

/** Beside the login: for whoever has no account yet, or can't get in. */
export function NewHere({ email }: { email: string }) {
  return (
    <div className="flex max-w-md flex-col gap-10">
      <PhoneAndForm className="hidden w-64 text-action lg:block" />
      <section>
        <h2 className="text-xl">First time here?</h2>
        <p className="mt-3 mb-5 text-muted">
          With an account you send your tax papers safely, see where your return stands, and fetch your copies
          whenever you need them.
        </p>
        <LinkButton to="/signup" state={{ email }} variant="secondary">
          Create my account
        </LinkButton>
      </section>
      <section>
        <h2 className="text-lg">Can't get in?</h2>
        <p className="mt-2 text-muted">
          Call us at <SupportPhone /> and we sort it out together. We never ask for your password by email or
          phone.
        </p>
      </section>
    </div>
  );
}
