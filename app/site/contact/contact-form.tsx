import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Control, type UseFormReturn, useController, useForm } from 'react-hook-form';
import { otherLanguage } from '#app/language/choice.ts';
import { useLanguage } from '#app/language/language.tsx';
import { useEarlyInput } from '#app/shared/browser/use-early-input.ts';
import { formDraft } from '#app/shared/drafts/form-draft.ts';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { formIssues } from '#app/shared/forms/form-issues.ts';
import { PhoneFormField } from '#app/shared/forms/formatted-form-field.tsx';
import { QuoteNoteLine, useQuoteNote } from '#app/shared/forms/quote-note-line.tsx';
import { refusedField } from '#app/shared/forms/refused-field.ts';
import { ruleResolver } from '#app/shared/forms/rule-resolver.ts';
import { createSender } from '#app/shared/forms/send-once.ts';
import { SubmitButton } from '#app/shared/forms/submit-button.tsx';
import { captchaFailed, submitError } from '#app/shared/forms/submit-error.ts';
import { useFormDraft } from '#app/shared/forms/use-form-draft.ts';
import { fillEmptyFields } from '#app/shared/forms/use-prefill.ts';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { FormResult, focusResult } from '#app/ui/feedback/form-result.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import {
  blankContact,
  type ContactAnswers,
  contactFields,
  contactProblems,
  contactSubmission,
} from '#domain/contact/contact-form.ts';
import { formatPhone } from '#domain/contact/phone.ts';
import { contactSubjects } from '#domain/contact/subjects.ts';
import { msg } from '#domain/language/message.ts';
import { timeInWords, zoneInWords } from '#domain/office-time/words.ts';

/** The columns have the names of the fields. */
const columns = Object.fromEntries(contactFields.map((field) => [field, field]));
const draft = formDraft('nutmeg.contact-draft', blankContact);
/** How long the confirmation is shown. */
const THANKS_MS = 5000;

/** The contact form. Keeps what was typed if sending fails. */
export function ContactForm() {
  const { timeZone } = useOffice();
  const { t } = useLingui();
  const language = useLanguage();
  const element = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [send] = useState(() => createSender('contact', 'contact_submissions'));
  const [problem, setProblem] = useState<string | null>(null);
  const [sentAt, setSentAt] = useState<number | null>(null);
  const thanks = useThanks();
  const quote = useQuoteNote();
  const form = useForm<ContactAnswers>({
    resolver: ruleResolver((answers) => contactProblems(answers, quote.note, t)),
    defaultValues: blankContact,
    // The error summary takes the focus.
    shouldFocusError: false,
  });
  const { errors, submitCount, isSubmitting: busy } = form.formState;

  const account = useAccountContact(form);
  useFormDraft({
    form,
    draft: { ...draft, save: (answers) => draft.save(account.typedOnly(answers)) },
    known: () => ({ subject: quote.read() === null ? '' : 'pricing' }),
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    thanks.hide();
    let isSent = false;
    await form.handleSubmit(async (answers) => {
      const failure = await sendMessage(answers);
      setProblem(failure || null);
      isSent = failure === null;
    })();
    // Not in the submit handler, because react-hook-form counts the attempt after it, and the reset form would
    // start with one.
    if (isSent) succeed();
  }

  /** The error message for the visitor, or null if it was sent. Empty if a field has the message. */
  async function sendMessage(answers: ContactAnswers): Promise<string | null> {
    try {
      const isSent = await send({ ...contactSubmission(answers, quote.note), ...otherLanguage(language) });
      return isSent ? null : t(captchaFailed);
    } catch (error) {
      const refused = refusedField(error, columns, t);
      if (refused) {
        form.setError(refused.field, { message: refused.message });
        return '';
      }
      return submitError(error, msg`Failed to submit contact form. Please try again.`, t);
    }
  }

  function succeed(): void {
    form.reset(blankContact);
    account.fillAgain();
    draft.clear();
    quote.remove();
    setSentAt(Date.now());
    thanks.show();
    // The heading stays when the confirmation disappears, so that focus has a place.
    heading.current?.focus({ preventScroll: true });
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.current?.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' });
  }

  return (
    // post, so that a form submitted before hydration does not put its values into the URL.
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={submit}
      aria-labelledby="write"
      className="flex min-w-0 scroll-mt-6 lg:scroll-mt-28 flex-col gap-5"
    >
      <div>
        <h2 id="write" ref={heading} tabIndex={-1} className="text-2xl">
          <Trans>Write to us</Trans>
        </h2>
        <p className="mt-2 text-muted">{t`A real person reads it and replies by email.`}</p>
      </div>
      {/* Present before it has text: only then do all screen readers announce it. */}
      <div role="status">
        {thanks.shown && (
          <FormResult kind="success">
            <Trans>Thank you! Your message has been sent successfully. We'll get back to you soon.</Trans>
          </FormResult>
        )}
      </div>
      <ErrorSummary
        title={t`Please check these answers`}
        issues={formIssues(errors, contactFields)}
        attempt={submitCount}
      />
      <ContactFields control={form.control} isReadOnly={busy} />
      <QuoteNoteLine note={quote.shown} label={t`We’ll include this.`} onRemove={quote.remove} />
      <FormResult ref={focusResult} kind="danger">
        {problem}
      </FormResult>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <SubmitButton size="large" busy={busy} className="w-full sm:w-auto">
          {busy ? t`Sending...` : t`Send my message`}
        </SubmitButton>
        {sentAt !== null && !busy && (
          <p className="figures text-sm text-muted">
            <Trans>
              Your last message was sent at {{ time: timeInWords(sentAt, timeZone, language) }} (
              {{ zone: zoneInWords(timeZone, language) }}).
            </Trans>
          </p>
        )}
      </div>
    </form>
  );
}

/** A confirmation that disappears after a while. */
function useThanks() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return { shown, show: () => setShown(true), hide: () => setShown(false) };
}

interface ContactFieldsProps {
  control: Control<ContactAnswers>;
  /** While the message is being sent. */
  isReadOnly: boolean;
}

function ContactFields({ control, isReadOnly }: ContactFieldsProps) {
  const { t } = useLingui();
  const subject = useController({ control, name: 'subject' });
  useEarlyInput('subject', subject.field.value, subject.field.onChange);
  const common = { control, isReadOnly };
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <FormField {...common} name="name" label={t`Name`} autoComplete="name" isRequired />
        <FormField
          {...common}
          name="email"
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          isRequired
        />
        <PhoneFormField {...common} name="phone" label={t`Phone`} optional />
        <NativeSelect
          id="subject"
          label={t`Subject`}
          options={contactSubjects.map(({ value, label }) => ({ value, label: t(label) }))}
          value={subject.field.value}
          onChange={subject.field.onChange}
          error={subject.fieldState.error?.message}
          isRequired
        />
      </div>
      <FormField {...common} name="message" label={t`Message`} rows={6} isRequired />
    </>
  );
}

type Person = Pick<ContactAnswers, 'name' | 'email' | 'phone'>;

/** Fills in who a signed-in client is. Not for staff, who write for others. */
function useAccountContact(form: UseFormReturn<ContactAnswers>) {
  const role = useSessionHint();
  const person = useRef<Person | null>(null);
  useEffect(() => {
    if (role !== 'client') return;
    let isGone = false;
    loadPerson().then(
      (found) => {
        if (isGone || found === null) return;
        person.current = found;
        fillEmptyFields(form, found);
      },
      (error: unknown) => console.warn('The profile could not be loaded', error),
    );
    return () => {
      isGone = true;
      person.current = null;
    };
  }, [role, form]);
  return {
    fillAgain: () => fillEmptyFields(form, person.current ?? {}),
    /** Without what the account fills in: a draft stays in the tab, and others may use it after a logout. */
    typedOnly: (answers: ContactAnswers): ContactAnswers => {
      const known = Object.entries(person.current ?? {}).filter(
        ([field, value]) => answers[field as keyof Person] === value,
      );
      return { ...answers, ...Object.fromEntries(known.map(([field]) => [field, ''])) };
    },
  };
}

async function loadPerson(): Promise<Person | null> {
  // Most visitors have no account.
  const { authSession } = await import('#app/shared/api/auth-session.ts');
  const session = await authSession.current();
  if (session === null) return null;
  const { fetchProfile } = await import('#app/shared/session/fetch-profile.ts');
  const profile = await fetchProfile(session.user.id);
  if (profile?.role !== 'client') return null;
  const { first_name, last_name, email, phone } = profile;
  return { name: `${first_name} ${last_name}`.trim(), email, phone: formatPhone(phone) };
}
