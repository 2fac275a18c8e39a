import { askedDocuments, type LetterLine } from '#domain/contact/asked-documents.ts';
import {
  type LetterTemplate,
  maxLetterItem,
  maxLetterItems,
  maxLetterNote,
} from '#domain/contact/client-letters.ts';
import { english } from '#domain/language/english.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { NextAction } from '#domain/returns/return-progress.ts';
import type { NewLetter } from '../case/contact-query.ts';

export interface LetterDraft {
  template: LetterTemplate;
  /** Lines of the client's checklist, by their ids. */
  lines: readonly string[];
  /** Other requested documents, one per line. */
  items: string;
  note: string;
}

export const blankLetter: LetterDraft = { template: 'document_request', lines: [], items: '', note: '' };

/** The letter that fits what the client should do next; a plain message if there is nothing to ask for. */
export function suggestedLetter(action: NextAction): LetterTemplate {
  switch (action.do) {
    case 'fill_form':
      return 'form_reminder';
    case 'send_documents':
    case 'send_missing':
      return 'document_request';
    case 'review':
      return 'return_ready';
    case 'pay':
      return 'payment_reminder';
    case 'celebrate':
      return 'message';
    case 'wait':
      // While a return is being reviewed or prepared, staff write about what is missing.
      return action.for === 'start' || action.for === 'reading' || action.for === 'preparing'
        ? 'document_request'
        : 'message';
  }
}

/** Whether closing the dialog would lose typed text. */
export function hasText({ lines, items, note }: LetterDraft): boolean {
  return lines.length > 0 || items.trim() !== '' || note.trim() !== '';
}

/** The letter to send: trimmed, without the fields of other templates. */
export function letterOf(
  { template, lines, items, note }: LetterDraft,
  list: readonly LetterLine[] = [],
  t: Translate = english,
): NewLetter {
  const asked =
    template === 'document_request'
      ? askedDocuments(list, linesOf(items), { chosen: lines, t })
      : { items: [], lines: [] };
  return { template, ...asked, note: note.trim() };
}

export function problemsOf(draft: LetterDraft, t: Translate, list: readonly LetterLine[] = []) {
  const { template, items, note } = letterOf(draft, list, t);
  const problems: { items?: string; note?: string } = {};
  const long = (template === 'document_request' ? linesOf(draft.items) : []).findIndex(
    (item) => [...item].length > maxLetterItem,
  );
  if (template === 'document_request' && items.length === 0)
    problems.items = t(msg`List the documents you need`);
  else if (items.length > maxLetterItems)
    problems.items = t(msg`Ask for up to ${{ count: maxLetterItems }} documents in one email`);
  else if (long >= 0)
    problems.items = t(
      msg`Please shorten line ${{ line: long + 1 }} to ${{ count: maxLetterItem }} characters`,
    );
  if (template === 'message' && note === '') problems.note = t(msg`Write something`);
  else if ([...note].length > maxLetterNote)
    problems.note = t(msg`Use up to ${{ count: maxLetterNote }} characters`);
  return problems;
}

export type LetterProblems = ReturnType<typeof problemsOf>;

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*[-•*]\s+/, '').trim())
    .filter((line) => line !== '');
}
