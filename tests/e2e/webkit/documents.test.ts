import { writeFile } from 'node:fs/promises';
import { accountOf, pdf, seedFiles, storedPaths } from '../support/documents.ts';
import { confirmedPerson } from '../support/people.ts';
import { submitForm } from '../support/tax-form.ts';
import { button, expect, test, text } from './phone.ts';

test('a client uploads two documents at once', async ({ phone }, testInfo) => {
  const person = await confirmedPerson('Willa');
  const account = await accountOf(person);
  await submitForm(account);
  const paths = await Promise.all(
    ['W-2.pdf', 'Letter Ñ.pdf'].map(async (name) => {
      const path = testInfo.outputPath(name);
      await writeFile(path, pdf(name).buffer);
      return path;
    }),
  );
  await phone.signIn(account);
  await phone.goto('/secured-files');
  await phone.see(button('Upload Your First File'));
  await phone.expectGoodScreen();
  await phone.chooseFiles(button('Upload Your First File'), paths);
  await phone.see(text('Success! 2 file(s) uploaded'));
  await phone.see("//*[@role='row']//*[normalize-space()='W-2.pdf']");
  expect((await storedPaths(account)).sort()).toEqual(['Letter Ñ.pdf', 'W-2.pdf']);
});

test('a client previews a document', async ({ phone }) => {
  const account = await accountOf(await confirmedPerson('Wyatt'));
  await submitForm(account);
  await seedFiles(account, ['letter.pdf']);
  await phone.signIn(account);
  await phone.goto('/secured-files');
  await phone.press(button('Actions for letter.pdf'));
  await phone.press("//*[@role='menuitem'][normalize-space()='Preview']");
  await phone.see("//*[@role='dialog']//canvas");
  await phone.expectGoodScreen();
});
