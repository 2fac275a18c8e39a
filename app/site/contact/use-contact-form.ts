import { type RefObject, useLayoutEffect, useState } from 'react';
import { formDraft } from '#app/shared/drafts/form-draft.ts';
import { quoteNote } from '#app/shared/drafts/quote-note.ts';
import {
  blankContact,
  type ContactField,
  contactFields,
  contactProblems,
} from '#domain/contact/contact-form.ts';
import { formatPhone } from '#domain/contact/phone.ts';
import { typedEarly } from '../shell/typed-early.ts';

const draft = formDraft('nutmeg.contact-draft', blankContact);

/**
 * What is typed, and what is wrong with it. Problems show after the first attempt to send; each goes as soon as its
 * answer is right.
 */
export function useContactForm(form: RefObject<HTMLFormElement | null>) {
  const [answers, setAnswers] = useState(blankContact);
  const [note, setNote] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<readonly ContactField[]>([]);
  const problems = contactProblems(answers, note);

  // Once the page is there: the prerendered one knows no visitor. What was typed before its script came counts most,
  // and is read before anything is drawn again: the next drawing writes over what stands in the boxes.
  useLayoutEffect(() => {
    const carried = quoteNote.read();
    const typed = typedEarly(form.current, contactFields);
    const known = { ...(draft.read() ?? blankContact), ...typed };
    if (Object.keys(typed).length > 0) draft.save(known);
    setNote(carried);
    setAnswers({
      ...known,
      phone: formatPhone(known.phone),
      subject: known.subject || (carried === null ? '' : 'pricing'),
    });
  }, [form]);

  return {
    answers,
    note,
    attempt,
    problemOf: (field: ContactField) => (found.includes(field) ? problems[field] : undefined),
    issues: contactFields.flatMap((fieldId) => {
      const message = problems[fieldId];
      return message !== undefined && found.includes(fieldId) ? [{ fieldId, message }] : [];
    }),
    set: (field: ContactField, text: string) => {
      const next = { ...answers, [field]: text };
      setAnswers(next);
      draft.save(next);
    },
    dropNote: () => {
      quoteNote.clear();
      setNote(null);
    },
    /** Whether it can be sent as it is. */
    check: (): boolean => {
      const wrong = contactFields.filter((field) => problems[field] !== undefined);
      setFound(wrong);
      setAttempt(attempt + 1);
      return wrong.length === 0;
    },
    clear: () => {
      draft.clear();
      quoteNote.clear();
      setNote(null);
      setAnswers(blankContact);
      setFound([]);
      setAttempt(0);
    },
  };
}
