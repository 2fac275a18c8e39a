import { officeDay } from '#domain/office-time/office-day.ts';
import type { Seals } from '#server/rest/tables/seals.ts';
import { taxFormDrafts, taxForms } from '#server/rest/tables/tax-forms.ts';
import type { Act } from './stage.ts';

interface Sending {
  userId: string;
  /** The year of the form and of its submission. */
  year: number;
  at: Date;
  answers: Record<string, unknown>;
}

/** Forms go through the same checks and sealing as a submitted one. */
export function createFormActs(seals: Seals, timeZone: string) {
  const writing = (
    tableOf: typeof taxForms,
    { userId, year, at, answers }: Sending,
    more: Record<string, unknown>,
  ): Act => ({
    at,
    by: userId,
    async run(tx) {
      const table = tableOf(() => ({ ...officeDay(at, timeZone), year }));
      const prepared = table.prepare(
        { user_id: userId, year, form_data: answers },
        { role: 'authenticated', claims: { sub: userId, role: 'authenticated' } },
      );
      await tx.run(seals.sealStatement(table, prepared));
      const row = { ...prepared.row, ...more, created_at: at, updated_at: at };
      const columns = Object.keys(row);
      await tx.query(
        `insert into public.${table.name} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
        Object.values(row),
      );
    },
  });

  return {
    submitting: (form: Sending) => writing(taxForms, form, { submitted_at: form.at }),
    drafting: (form: Sending, device: string) => writing(taxFormDrafts, form, { device }),
  };
}
