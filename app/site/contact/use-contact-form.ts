import { type RefObject, useEffect, useState } from 'react';
import {
  blankContact,
  type ContactAnswers,
  type ContactField,
  contactFields,
  contactProblems,
} from '#domain/contact/rules.ts';
import { forgetQuoteNote, readQuoteNote } from '../quote/quote-note.ts';
import { forgetDraft, keepDraft, readDraft } from './kept-draft.ts';

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

  // Once the page is there: the prerendered one knows no visitor. What was typed before its script came counts most.
  useEffect(() => {
    const carried = readQuoteNote();
    const kept = { ...readDraft(), ...typedIn(form.current) };
    if (carried !== null && kept.subject === '') kept.subject = 'pricing';
    setNote(carried);
    setAnswers(kept);
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
      keepDraft(next);
    },
    dropNote: () => {
      forgetQuoteNote();
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
      forgetDraft();
      forgetQuoteNote();
      setNote(null);
      setAnswers(blankContact);
      setFound([]);
      setAttempt(0);
    },
  };
}

/** What stands in the boxes already. */
function typedIn(form: HTMLFormElement | null): Partial<ContactAnswers> {
  const entries = contactFields.flatMap((field) => {
    const box = form?.elements.namedItem(field);
    const isBox =
      box instanceof HTMLInputElement ||
      box instanceof HTMLTextAreaElement ||
      box instanceof HTMLSelectElement;
    return isBox && box.value !== '' ? [[field, box.value]] : [];
  });
  return Object.fromEntries(entries);
}
