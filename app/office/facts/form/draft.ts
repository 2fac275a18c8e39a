import { asRecord, type StoredValue, storedJson } from '#app/shared/drafts/stored-value.ts';
import { type Business, businessSchema } from '#domain/business/business.ts';
import { type FactsSection, fieldsOf } from '../model/fields.ts';
import { type FormValues, restoreDraft, toFormValues } from '../model/form-values.ts';

/** What was typed into a section but not published, with the facts that it was made from. */
export interface FactsDraft {
  version: number;
  facts: Business;
  typed: FormValues;
}

/** The draft of one person in this tab. */
export function factsDraft(userId: string, section: FactsSection): StoredValue<FactsDraft> {
  return storedJson('session', `nutmeg.draft.${userId}.office.${section.path}`, (value) => {
    const { version, facts, typed } = asRecord(value) ?? {};
    const base = businessSchema.safeParse(facts);
    if (typeof version !== 'number' || !base.success) return null;
    const fields = fieldsOf(section);
    return { version, facts: base.data, typed: restoreDraft(fields, typed, toFormValues(fields, base.data)) };
  });
}
