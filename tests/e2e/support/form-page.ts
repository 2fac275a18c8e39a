import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { english } from '#domain/language/english.ts';
import { inWords, type Translate } from '#domain/language/translate.ts';
import type { SavedForm } from '#domain/tax-form/answers.ts';
import { readAnswers } from '#domain/tax-form/answers.ts';
import { isVisible } from '#domain/tax-form/conditions.ts';
import {
  type DependentKey,
  dependentFieldOf,
  dependentKeys,
  type Field,
  type FieldKey,
  fieldOf,
} from '#domain/tax-form/fields.ts';
import { fieldsIn, sections } from '#domain/tax-form/sections.ts';
import { type OpenBrowser, type OpenOptions, tabTo } from './browser.ts';
import { type Account, accountOf, officeYear } from './documents.ts';
import { confirmedPerson, type Person } from './people.ts';
import { signIn } from './sign-in.ts';

export interface FormPage {
  page: Page;
  person: Person;
  account: Account;
}

/** Signs in a new client and opens the tax form. */
export async function openForm(
  openBrowser: OpenBrowser,
  options: OpenOptions = {},
  search = '',
): Promise<FormPage> {
  const person = await confirmedPerson('Rosa');
  const account = await accountOf(person);
  const page = await openFormAs(openBrowser, person, options, search);
  return { page, person, account };
}

/** Opens the tax form in another browser of the same person. */
export async function openFormAs(
  openBrowser: OpenBrowser,
  person: Person,
  options: OpenOptions = {},
  search = '',
): Promise<Page> {
  const { page } = await openBrowser(options);
  await signIn(page, person);
  await page.goto(`/secured-files${search}`);
  await expect(formHeading(page)).toBeVisible();
  return page;
}

export const formHeading = (page: Page): Locator =>
  page.getByRole('heading', { name: `Yearly Questions ${officeYear()}`, exact: true });
export const inputOf = (page: Page, path: string): Locator => page.locator(`#q-${path.replaceAll('.', '-')}`);
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click();
export const sectionHeading = (page: Page, title: string): Locator =>
  page.getByRole('heading', { level: 3, name: title, exact: true });

export function fieldAt(path: string): Field {
  const [first, , key] = path.split('.');
  return first === 'dependents' ? dependentFieldOf(key as DependentKey) : fieldOf(path as FieldKey);
}
const labelOf = (path: string, value: string, t: Translate = english) =>
  inWords(fieldAt(path).options?.find((option) => option.value === value)?.label ?? value, t);

/** Answers a question with the mouse. */
export async function answerField(
  page: Page,
  path: string,
  value: string | readonly string[],
  t: Translate = english,
): Promise<void> {
  const field = inputOf(page, path);
  if (typeof value !== 'string') {
    for (const one of value) await field.getByText(labelOf(path, one, t), { exact: true }).click();
    return;
  }
  const tag = await field.evaluate((element) => element.tagName);
  if (tag === 'SELECT') await field.selectOption(value);
  else if (tag === 'DIV') await field.getByText(labelOf(path, value, t), { exact: true }).click();
  else await field.fill(value);
}

/** Answers a question with the keyboard. */
export async function typeAnswer(page: Page, path: string, value: string | readonly string[]): Promise<void> {
  const field = inputOf(page, path);
  const tag = await field.evaluate((element) => element.tagName);
  if (typeof value !== 'string') {
    for (const one of value) {
      await tabTo(page, field.getByRole('checkbox', { name: one, exact: true }));
      await page.keyboard.press('Space');
    }
  } else if (tag === 'SELECT') {
    await tabTo(page, field);
    await page.keyboard.type(labelOf(path, value));
    await expect(field).toHaveValue(value);
  } else if (tag === 'DIV') {
    await tabTo(page, field.getByRole('radio').first());
    await page.keyboard.press('Space');
    const place = fieldAt(path).options?.findIndex((option) => option.value === value) ?? 0;
    for (let presses = 0; presses < place; presses++) await page.keyboard.press('ArrowDown');
  } else {
    await tabTo(page, field);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(value);
  }
}

/** The answers of a form by section, in the order of the page. */
export function answersBySection(
  form: SavedForm,
  t: Translate = english,
): { title: string; answers: [path: string, value: string | string[]][] }[] {
  const given = readAnswers(form);
  return sections.flatMap(({ id, title }) => {
    const keys = fieldsIn(id).filter((key) => isVisible(key, given));
    if (keys.length === 0) return [];
    const answers: [string, string | string[]][] = keys
      .map((key): [string, string | string[]] => [key, given[key]])
      .filter(([, value]) => value.length > 0);
    if (id === 'dependents') {
      given.dependents.forEach((dependent, place) => {
        for (const key of dependentKeys) answers.push([`dependents.${place}.${key}`, dependent[key]]);
      });
    }
    return [{ title: t(title), answers }];
  });
}

/** Fills in the whole form, up to its last section. */
export async function fillForm(
  page: Page,
  form: SavedForm,
  { how = answerField, each }: { how?: typeof answerField; each?: (title: string) => Promise<void> } = {},
): Promise<void> {
  const parts = answersBySection(form);
  for (const [place, { title, answers }] of parts.entries()) {
    await expect(sectionHeading(page, title)).toBeVisible();
    for (const [path, value] of answers) {
      const isSecond = /^dependents\.[1-9]\d*\.firstName$/.test(path);
      if (isSecond) await page.getByRole('button', { name: 'Add Another Dependent' }).press('Enter');
      await how(page, path, value);
    }
    await each?.(title);
    if (place < parts.length - 1)
      await page.getByRole('button', { name: 'Next', exact: true }).press('Enter');
  }
}

/** Stores a draft, as another device would. */
export async function saveDraft(account: Account, form: unknown, version = 1, device = 'Safari on iPad') {
  const row = { user_id: account.id, year: officeYear(), form_data: form, version, device };
  const { error } = await account.api.from('tax_form_drafts').upsert(row);
  if (error) throw error;
}

/** Reads the stored draft. */
export async function readDraft({ id, api }: Account): Promise<SavedForm | null> {
  const { data, error } = await api
    .from('tax_form_drafts')
    .select('form_data')
    .eq('user_id', id)
    .maybeSingle();
  if (error) throw error;
  return (data?.form_data as SavedForm | undefined) ?? null;
}

/** Reads the submitted form as its owner. */
export async function readSubmittedForm({ id, api }: Account): Promise<SavedForm | null> {
  const { data, error } = await api.from('tax_forms').select('form_data').eq('user_id', id).maybeSingle();
  if (error) throw error;
  return (data?.form_data as SavedForm | undefined) ?? null;
}

/** The lines of the error summary. */
export const summaryErrors = (page: Page): Promise<string[]> =>
  page.getByRole('alert').getByRole('link').allTextContents();
