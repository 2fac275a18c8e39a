import { newClientForm } from '#tests/support/tax-forms.ts';
import { type Account, officeYear } from './documents.ts';

/** As if the yearly form had been filled in and sent. */
export async function sendForm({ id, api }: Account): Promise<void> {
  const { error } = await api
    .from('tax_forms')
    .insert({ user_id: id, year: officeYear(), form_data: newClientForm });
  if (error) throw error;
}
