import { officeDay } from '#domain/office-time/office-day.ts';
import type { SavedForm } from '#domain/tax-form/answers.ts';
import type { Transaction } from '#server/database/database.ts';
import type { SealedTable } from '#server/rest/tables/sealed-table.ts';
import type { Seals } from '#server/rest/tables/seals.ts';
import { taxFormDrafts, taxForms } from '#server/rest/tables/tax-forms.ts';
import type { Act } from './stage.ts';

interface Sending {
  userId: string;
  /** The year of the form and of its submission. */
  year: number;
  at: Date;
  answers: SavedForm;
}

/** Forms go through the same checks and sealing as a submitted one. */
export function createFormActs(seals: Seals, timeZone: string) {
  async function write(
    tx: Transaction,
    table: SealedTable,
    { userId, year, answers }: Sending,
    more: Record<string, unknown>,
  ): Promise<void> {
    const claims = { sub: userId, role: 'authenticated' };
    const sent = { user_id: userId, year, form_data: answers };
    const prepared = table.prepare(sent, { role: 'authenticated', claims });
    await tx.run(seals.sealStatement(table, prepared));
    const row = { ...prepared.row, ...more };
    const columns = Object.keys(row);
    const values = Object.values(row).map((value) => (isPlain(value) ? value : JSON.stringify(value)));
    await tx.query(
      `insert into public.${table.name} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
      values,
    );
  }

  const today = (year: number, at: Date) => () => ({ ...officeDay(at, timeZone), year });

  return {
    submitting: (sending: Sending): Act => ({
      at: sending.at,
      by: sending.userId,
      run: (tx) => {
        const { at } = sending;
        return write(tx, taxForms(today(sending.year, at)), sending, {
          submitted_at: at,
          created_at: at,
          updated_at: at,
        });
      },
    }),
    drafting: (sending: Sending, device: string): Act => ({
      at: sending.at,
      by: sending.userId,
      run: (tx) => {
        const { at } = sending;
        return write(tx, taxFormDrafts(today(sending.year, at)), sending, {
          device,
          created_at: at,
          updated_at: at,
        });
      },
    }),
  };
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value instanceof Date;
}
