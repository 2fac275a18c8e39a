import { type FormEvent, useEffect, useRef, useState } from 'react';
import { QuoteLine } from '#app/booking/form/quote-line.tsx';
import { business } from '#app/business.ts';
import { createSender } from '#app/shared/api/send-once.ts';
import { useHydrated } from '#app/shared/browser/use-hydrated.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { contactSubmission } from '#domain/contact/contact-form.ts';
import { timeInWords, zoneInWords } from '#domain/office-time/words.ts';
import { captchaFailed, refusalWords } from '../blocks/form-refusals.ts';
import { FormVerdict } from '../blocks/form-verdict.tsx';
import { ContactFields } from './contact-fields.tsx';
import { words } from './form-words.ts';
import { notSent, sent } from './messages.ts';
import { useContactForm } from './use-contact-form.ts';

/** As long as the thanks stand there. */
const THANKS_MS = 5000;

const { timeZone } = business;

/** A message to the office. Nothing typed is lost when it can't be sent. */
export function ContactForm() {
  const box = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const verdict = useRef<HTMLDivElement>(null);
  const [send] = useState(() => createSender('contact', 'contact_submissions'));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [sentAt, setSentAt] = useState<number | null>(null);
  const thanks = useThanks();
  const form = useContactForm(box);
  const isReady = useHydrated();

  useEffect(() => {
    if (problem !== null) verdict.current?.focus();
  }, [problem]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    thanks.hide();
    if (!form.check()) return;
    setBusy(true);
    try {
      const written = await send(contactSubmission(form.answers, form.note));
      if (written === null) setProblem(captchaFailed);
      else succeed();
    } catch (error) {
      setProblem(refusalWords(error, notSent));
    }
    setBusy(false);
  }

  function succeed(): void {
    form.clear();
    setSentAt(Date.now());
    thanks.show();
    // The heading stays when the thanks go, so that the keys have a place to go on from.
    heading.current?.focus({ preventScroll: true });
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    box.current?.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' });
  }

  return (
    // post: whatever sends it without its script, nobody's words must end up in the address.
    <form
      ref={box}
      method="post"
      noValidate
      onSubmit={submit}
      aria-labelledby="write"
      className="flex min-w-0 scroll-mt-6 lg:scroll-mt-28 flex-col gap-5"
    >
      <div>
        <h2 id="write" ref={heading} tabIndex={-1} className="text-2xl">
          {words.title}
        </h2>
        <p className="mt-2 text-muted">{words.lead}</p>
      </div>
      {/* There before it says something: only then is it read out by every screen reader. */}
      <div role="status">{thanks.shown && <FormVerdict kind="success">{sent}</FormVerdict>}</div>
      <ErrorSummary title={words.summary} issues={form.issues} attempt={form.attempt} />
      <ContactFields form={form} isReadOnly={busy} />
      <QuoteLine note={form.note} says={words.carried} onRemove={form.dropNote} />
      {problem !== null && (
        <FormVerdict ref={verdict} kind="danger">
          {problem}
        </FormVerdict>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {/* Before its script is there, the browser itself would send the form, and lose it. */}
        <Button type="submit" size="large" busy={busy} isDisabled={!isReady} className="w-full sm:w-auto">
          {busy ? 'Sending...' : 'Send my message'}
        </Button>
        {sentAt !== null && !busy && (
          <p className="figures text-sm text-muted">
            Your last message was sent at {timeInWords(sentAt, timeZone)} ({zoneInWords(timeZone)}).
          </p>
        )}
      </div>
    </form>
  );
}

/** Thanks that go by themselves. */
function useThanks() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return { shown, show: () => setShown(true), hide: () => setShown(false) };
}
