import { onlyIfAny } from '#domain/checklist/rules.ts';
import type { ListedItem } from '#domain/checklist/state.ts';
import { askedDocuments } from '#domain/contact/asked-documents.ts';
import { type LetterTemplate, letterTitle, maxLetterItems } from '#domain/contact/client-letters.ts';
import { english } from '#domain/language/english.ts';
import { inWords } from '#domain/language/translate.ts';
import type { BulkAct } from './jobs.ts';
import { writesLetters } from './limits.ts';
import { missingLines, type StoredState } from './missing.ts';
import type { Reason } from './reasons.ts';

/** What is known about a client when its turn comes. */
export interface ClientFacts {
  readonly email: string;
  readonly isStaff: boolean;
  readonly isArchived: boolean;
  readonly isMerged: boolean;
  readonly isBadAddress: boolean;
  readonly hasTooManyLetters: boolean;
  /** Sent a document within a day that belongs to no line of the list yet. Only for a reminder. */
  readonly hasJustSent: boolean;
  /** The form of the office's year. */
  readonly hasSentForm: boolean;
  readonly hasReturnToReview: boolean;
  readonly hasReturnToPay: boolean;
  readonly preparerId: string | null;
  readonly tags: readonly string[];
  /** The answers of the year's form; null if none was sent. Only for a letter that asks for documents. */
  readonly form: unknown;
  readonly items: readonly StoredState[];
}

/** The client is left out, or gets this. */
export type Decision =
  | { readonly reason: Reason }
  | {
      readonly reason: null;
      /** What a letter asks for: first the lines of the list that it names, then the others. */
      readonly items: readonly string[];
      readonly lines: readonly string[];
    };

/** The database's limit. */
const MOST_TAGS = 20;

/** Whether the letter names documents, which it has lines for on the client's list. */
export const asksForDocuments = (act: BulkAct): act is Extract<BulkAct, { kind: 'remind' | 'letter' }> =>
  act.kind === 'remind' || (act.kind === 'letter' && act.options.template === 'document_request');

/** @param facts undefined if the client was deleted */
export function decide(act: BulkAct, facts: ClientFacts | undefined): Decision {
  if (!facts) return { reason: 'gone' };
  if (facts.isMerged) return { reason: 'merged' };
  const reason = writesLetters(act.kind) ? noLetter(act, facts) : noChange(act, facts);
  if (reason) return { reason };
  if (!asksForDocuments(act)) return { reason: null, items: [], lines: [] };
  const missing = missingLines(facts.form, facts.items);
  if (act.kind === 'letter') return { reason: null, ...askedDocuments(missing, act.options.items ?? []) };
  if (missing.length > 0) {
    if (facts.hasJustSent) return { reason: 'just_sent' };
    const named = missing.slice(0, maxLetterItems);
    return { reason: null, items: named.map(titleOf), lines: named.map(({ item }) => item) };
  }
  return { reason: facts.form === null ? 'no_form' : 'nothing_missing' };
}

/** In English: the letter has it in its reader's language. */
const titleOf = ({ title, ifAny }: ListedItem): string =>
  letterTitle(ifAny ? onlyIfAny(inWords(title, english)) : title);

function noLetter(act: BulkAct, facts: ClientFacts): Reason | null {
  if (facts.isStaff) return 'staff';
  if (facts.isArchived) return 'archived';
  if (facts.email.trim() === '') return 'no_email';
  if (facts.isBadAddress) return 'bad_address';
  if (facts.hasTooManyLetters) return 'too_many_letters';
  return act.kind === 'letter' ? untrue(act.options.template, facts) : null;
}

/** Why a letter of this template isn't true for the client. */
function untrue(template: LetterTemplate, facts: ClientFacts): Reason | null {
  switch (template) {
    case 'form_reminder':
      return facts.hasSentForm ? 'form_sent' : null;
    case 'return_ready':
      return facts.hasReturnToReview ? null : 'nothing_to_review';
    case 'payment_reminder':
      return facts.hasReturnToPay ? null : 'nothing_to_pay';
    default:
      return null;
  }
}

function noChange(act: BulkAct, { isStaff, isArchived, preparerId, tags }: ClientFacts): Reason | null {
  switch (act.kind) {
    case 'assign':
      return preparerId === act.options.person ? 'unchanged' : null;
    case 'tag': {
      const tag = act.options.tag.trim();
      const { remove } = act.options;
      if (tags.includes(tag) !== remove) return 'unchanged';
      return !remove && tags.length >= MOST_TAGS ? 'too_many_tags' : null;
    }
    case 'task':
      return isArchived ? 'archived' : null;
    case 'archive':
      if (isStaff && act.options.archived) return 'staff';
      return isArchived === act.options.archived ? 'unchanged' : null;
    default:
      return null;
  }
}
