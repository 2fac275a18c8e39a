import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import client from '#tests/support/answers/client.json' with { type: 'json' };
import { type Answer, fakeService, proxyPage } from '#tests/support/route/fake-service.ts';
import {
  button,
  dialog,
  eventually,
  field,
  fill,
  heading,
  link,
  text,
} from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

const { changed, approved, returns, returnsApproved, document: file, form, jointForm } = client;
const [taxReturn] = returns.body;
const SIGNATURE = 'Type your full name';

/** What the file says is for the tests of the preview. */
const unreadable = proxyPage({ request: 'POST /storage/v1/object/sign/user-documents' });

/** Opens the return, and reads it if asked to. */
async function open(read: boolean, ...answers: (Answer | Answer[])[]) {
  const service = fakeService(
    ...answers,
    returns,
    file,
    form,
    unreadable,
    ...Object.values(account),
    auth.user,
  );
  await renderRoute(`/account/returns/${taxReturn?.id}`, { signedInAs: account.signedIn.body });
  await heading('Review your 2025 return');
  if (read) await readAgain();
  return { service, approve: async () => fireEvent.click(await button('Approve my return')) };
}

async function readAgain() {
  fireEvent.click(await screen.findByRole('button', { name: /^Open (my return|it again)$/, hidden: true }));
  await dialog('Return.pdf');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
}

test('asks for a name, and to read it first', async () => {
  const { approve, service } = await open(false);
  await approve();
  await text('Please type your first and last name.');
  const name = await field(SIGNATURE);
  await eventually(() => expect(document.activeElement).toBe(name));
  await fill({ [SIGNATURE]: 'Rosa Delgado' });
  await approve();
  await text('Please open your return first and read it.');
  expect(document.activeElement).toBe(await button('Open my return'));
  expect(service.bodies(approved)).toEqual([]);
});

test('approves the file that was read', async () => {
  const { approve, service } = await open(true, approved);
  await text('You’ve opened it');
  await fill({ [SIGNATURE]: ' Rosa Delgado ' });
  service.answer(returnsApproved);
  await approve();
  await heading('Thank you for approving your 2025 return');
  await text(/^Signed as “Rosa Delgado” on .+ We keep this/);
  expect(service.bodies(approved)).toEqual([
    { return_id: taxReturn?.id, signature: 'Rosa Delgado', seen_sha256: taxReturn?.document_sha256 },
  ]);
});

test('asks once again about a name that differs from the record, and never refuses it', async () => {
  const { approve, service } = await open(true, approved);
  await fill({ [SIGNATURE]: 'Rosie Delgado' });
  await approve();
  await screen.findByRole('alertdialog', { name: 'Is this your legal name?' });
  await text('You typed “Rosie Delgado”; our records say “Rosa Delgado”.');
  fireEvent.click(await button('Change the name'));
  expect(service.bodies(approved)).toEqual([]);
  await fill({ [SIGNATURE]: 'Rosie Delgado' });
  await approve();
  service.answer(returnsApproved);
  fireEvent.click(await button('Yes, approve my return'));
  await heading('Thank you for approving your 2025 return');
  expect(service.bodies(approved)).toMatchObject([{ signature: 'Rosie Delgado' }]);
});

test('takes a spouse’s name on a joint return, and says that the other one approves on paper', async () => {
  const { approve, service } = await open(true, approved, jointForm);
  const [{ form_data: answers } = {}] = jointForm.body;
  const [spouseName, spouseLastName] = [answers?.spouseName, answers?.spouseLastName];
  await text(
    new RegExp(`^This is a joint return with ${spouseName} ${spouseLastName}\\. One of you approves it here`),
  );
  await fill({ [SIGNATURE]: `${spouseLastName}, ${spouseName}` });
  service.answer(returnsApproved);
  await approve();
  await heading('Thank you for approving your 2025 return');
  await text(/^This is a joint return with /);
});

test('leads to what is missing', async () => {
  const [row] = returns.body;
  const waiting = { ...returns, body: [{ ...row, status: 'waiting_for_documents' }] };
  fakeService(waiting, client.returnEvents, form, ...Object.values(account), auth.user);
  await renderRoute(`/account/returns/${taxReturn?.id}`, { signedInAs: account.signedIn.body });
  await heading('Status of your 2025 return');
  expect((await link('See what’s missing')).getAttribute('href')).toBe(
    '/secured-files?bypass=true#checklist',
  );
});

test('says that the file has changed since, and that the office must post the new one', async () => {
  const [row] = file.body;
  const replaced = { ...file, body: [{ ...row, sha256: 'another' }] };
  const { approve, service } = await open(true, changed);
  await fill({ [SIGNATURE]: 'Rosa Delgado' });
  await approve();
  await text('The file has changed since you opened it. Please read it again.');
  service.answer(replaced);
  await readAgain();
  await text(/^We changed this file/);
  await approve();
  // The file's own alert may be there, too: nothing draws a PDF here.
  await eventually(() =>
    expect(
      screen.queryAllByRole('alert', { hidden: true }).map(({ textContent }) => textContent),
    ).toContainEqual(expect.stringContaining('you can’t approve it yet')),
  );
  expect(service.bodies(changed)).toHaveLength(1);
});

test('says that a return is unknown', async () => {
  fakeService(...Object.values(account), auth.user);
  await renderRoute('/account/returns/unknown', { signedInAs: account.signedIn.body });
  await heading('We can’t find this return');
});

test('says that a return can’t be loaded', async () => {
  fakeService(proxyPage(returns), ...Object.values(account), auth.user);
  await renderRoute('/account/returns/unknown', { signedInAs: account.signedIn.body });
  await text('We can’t show your return right now');
});
