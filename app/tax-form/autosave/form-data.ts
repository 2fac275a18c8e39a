import { queryOptions } from '@tanstack/react-query';
import { authSession } from '#app/shared/api/auth-session.ts';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Profile } from '#app/shared/session/session.tsx';
import type { Json } from '#contract/generated/database.ts';
import { deviceName } from '#domain/account/device.ts';
import { formatPhone } from '#domain/contact/phone.ts';
import { english } from '#domain/language/english.ts';
import {
  emptyAnswers,
  isObject,
  readAnswers,
  type SavedForm,
  type TaxFormAnswers,
} from '#domain/tax-form/answers.ts';
import { DRAFT_CONFLICT, type Draft, draftForm, readDraft } from '#domain/tax-form/draft.ts';
import { savedForm } from '#domain/tax-form/normalize.ts';
import type { LastYear } from '#domain/tax-form/prefill.ts';
import { withoutMasked } from '#domain/tax-form/sensitive.ts';
import { type DraftApi, DraftConflict, DraftRefused } from './draft-autosave.ts';

/** A form that was sent. The sensitive answers are not masked: only its owner gets it so. */
export interface SentForm {
  form: Json;
  submittedAt: string;
}

export interface InitialForms {
  draft: Draft | null;
  sent: SentForm | null;
  /** A draft that was not sent in time, too. */
  lastYear: LastYear | null;
}

export function initialFormsQuery(userId: string, year: number) {
  return queryOptions({
    queryKey: ['tax-form', userId, year] as const,
    queryFn: async (): Promise<InitialForms> => {
      const load = (one: number) => Promise.all([loadDraft(userId, one), loadSent(userId, one)]);
      const [[draft, sent], [lastDraft, lastSent]] = await Promise.all([load(year), load(year - 1)]);
      const form = lastDraft?.answers ?? lastSent?.form;
      return { draft, sent, lastYear: form ? { form, wasSent: lastSent !== null } : null };
    },
    // The answers change while the form is open.
    staleTime: 0,
    gcTime: 0,
  });
}

export function sentFormQuery(userId: string, year: number) {
  return queryOptions({
    queryKey: ['tax-form-sent', userId, year] as const,
    queryFn: () => loadSent(userId, year),
    staleTime: 0,
    gcTime: 0,
  });
}

async function loadSent(userId: string, year: number): Promise<SentForm | null> {
  const forms = rest.from('tax_forms').select('form_data, submitted_at');
  const data = await dataOf(forms.eq('user_id', userId).eq('year', year).maybeSingle());
  return data && { form: data.form_data, submittedAt: data.submitted_at };
}

async function loadDraft(userId: string, year: number): Promise<Draft | null> {
  const drafts = rest.from('tax_form_drafts').select('form_data, version, device, updated_at');
  const data = await dataOf(drafts.eq('user_id', userId).eq('year', year).maybeSingle());
  return data && readDraft(data);
}

const UNIQUE_VIOLATION = '23505';
/** Error codes that a retry can't change: no permission, a form of another year, another person's session. */
const FINAL_ERRORS = ['42501', 'NM422', '23514', 'session_over'];

export function createDraftApi(userId: string, year: number): DraftApi {
  const person = authSession.read()?.user.id;
  // In English, since another device may be used in another language.
  const device = deviceName(navigator.userAgent, english) ?? '';
  return {
    load: () => loadDraft(userId, year),
    loadSent: () => loadSent(userId, year),
    async save(answers, version) {
      const present = authSession.read()?.user.id ?? person;
      // Another user has signed in on this computer.
      if (present !== person) throw new DraftRefused('The session is over');
      const row = { user_id: userId, year, form_data: asJson(draftForm(answers)), version, device };
      const { error } = await rest.from('tax_form_drafts').upsert(row);
      if (!error) return;
      if (error.code === DRAFT_CONFLICT) throw new DraftConflict(error.message);
      if (FINAL_ERRORS.includes(error.code)) throw new DraftRefused(error.message);
      throw error;
    },
  };
}

/**
 * Sends the form in place of the one that was sent at `sentAt`, or as the first. Throws `DraftConflict` if another device was
 * faster, else the API's error: `NM422` has the list of problems in its details, `42501` is a form that is closed.
 */
export async function submitForm(
  userId: string,
  year: number,
  answers: TaxFormAnswers,
  sentAt: string | null,
): Promise<void> {
  const row = { user_id: userId, year, form_data: asJson(savedForm(answers)) };
  const forms = rest.from('tax_forms');
  const { data, error } = await (sentAt === null
    ? forms.insert(row)
    : forms.update(row).eq('user_id', userId).eq('year', year).eq('submitted_at', sentAt).select('id'));
  // Where a policy refuses an insert by an error, an update finds no row.
  if (data?.length === 0 && (await loadSent(userId, year))?.submittedAt === sentAt)
    throw Object.assign(new Error('The form is closed'), { code: '42501' });
  if (error?.code === UNIQUE_VIOLATION || data?.length === 0)
    throw new DraftConflict('Another device has sent the form');
  if (error) throw error;
}

const asJson = (form: SavedForm): Json => form as Json;

/** Who gets the numbers masked, such as staff, must give them again. */
export function withoutMaskedAnswers({ draft, sent, lastYear }: InitialForms): InitialForms {
  const blanked = <One extends { form: unknown }>(one: One | null) =>
    one && isObject(one.form) ? { ...one, form: withoutMasked(one.form) } : one;
  return { draft, sent: blanked(sent), lastYear: blanked(lastYear) };
}

/** The answers to start with: those of the draft, of the form that was sent, or of the account. */
export function initialAnswers(
  { draft, sent }: Pick<InitialForms, 'draft' | 'sent'>,
  profile: Profile | null,
): TaxFormAnswers {
  if (draft) return draft.answers;
  const blank = emptyAnswers();
  if (sent) {
    const answers = readAnswers(sent.form);
    return { ...answers, dobYear: answers.dobYear || blank.dobYear };
  }
  if (!profile) return blank;
  return {
    ...blank,
    firstName: profile.first_name,
    lastName: profile.last_name,
    email: profile.email,
    phone: formatPhone(profile.phone),
    // The form asks only new clients for it.
    referredBy: profile.referred_by,
  };
}
