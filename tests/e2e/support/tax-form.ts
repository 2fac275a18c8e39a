import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { type Account, officeYear } from './documents.ts';

/** Submits the tax form through the API. */
export async function submitForm({ id, api }: Account): Promise<void> {
  const { error } = await api
    .from('tax_forms')
    .insert({ user_id: id, year: officeYear(), form_data: newClientForm });
  if (error) throw error;
}
