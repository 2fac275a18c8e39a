import { fireEvent, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import client from '#tests/support/answers/client.json' with { type: 'json' };
import { type Answer, fakeService } from '#tests/support/route/fake-service.ts';
import {
  button,
  eventually,
  expectPath,
  field,
  fill,
  gone,
  heading,
  text,
} from '#tests/support/route/on-page.ts';
import { loadDocument, renderRoute } from '#tests/support/route/render-route.tsx';

const captcha = [auth.captchaChallenge, auth.captchaPassed];
const ended = [auth.sessionGone, auth.loggedOut];

/** The server has ended the session. */
const refused = ({ request }: Pick<Answer, 'request'>): Answer => ({ ...auth.sessionEnded, request });

const asks = () => screen.findByRole('alertdialog', { name: 'Log in again', hidden: true });

/** Logs in in the dialog. */
async function logInAgain(): Promise<void> {
  const dialog = within(await asks());
  fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'maple-street-1954' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Log in', hidden: true }));
}

const isOver = () => document.documentElement.hasAttribute('data-session-over');

async function openTaxForm(...answers: (Answer | Answer[])[]) {
  const { formSent, files, unfinished } = client;
  const known = [
    client.draft,
    formSent,
    files,
    unfinished,
    ...Object.values(account),
    auth.user,
    ...captcha,
    ...ended,
  ];
  const service = fakeService(...answers, ...known);
  await renderRoute('/secured-files?form=open&step=you', { signedInAs: account.signedIn.body });
  await eventually(() => expect(document.getElementById('q-firstName')).not.toBeNull());
  return service;
}

const firstName = () => document.getElementById('q-firstName') as HTMLInputElement;

test('the tax form asks to log in again, keeps what was typed, and saves it then', async () => {
  const service = await openTaxForm([refused(client.draftSaved), client.draftSaved]);
  fireEvent.change(firstName(), { target: { value: 'Rosalia' } });
  const dialog = within(await asks());
  expect(dialog.getByLabelText<HTMLInputElement>('Email').value).toBe('account@example.com');
  expect(isOver()).toBe(true);
  // Without a password, the focus goes to its field.
  const form = dialog.getByLabelText('Password').closest('form') as HTMLFormElement;
  form.querySelector<HTMLElement>('[type=submit]')?.focus();
  fireEvent.submit(form);
  await eventually(() =>
    expect(form.querySelector('[role=alert]')?.textContent).toBe('Password is required'),
  );
  expect(document.activeElement?.id).toBe('session-password');
  await logInAgain();
  await eventually(() => expect(service.bodies(client.draftSaved)).toHaveLength(2));
  expect(service.bodies(client.draftSaved)[1]).toMatchObject({ form_data: { firstName: 'Rosalia' } });
  await eventually(() => expect(isOver()).toBe(false));
  expect(firstName().value).toBe('Rosalia');
});

test('a draft that was refused is saved after the second step, and the reminder says it is not yet', async () => {
  const denied = { ...client.draftSaved, status: 403, body: { code: '42501', message: 'denied' } };
  const service = await openTaxForm([denied, client.draftSaved]);
  fireEvent.change(firstName(), { target: { value: 'Rosalia' } });
  await eventually(() => expect(service.bodies(client.draftSaved)).toHaveLength(1));
  fireEvent.click(await button('Go to my files'));
  await text(/Your last answers aren’t saved yet/);
  const { authSession } = await import('#app/shared/api/auth-session.ts');
  authSession.upgrade(account.signedIn.body as never);
  await eventually(() => expect(service.bodies(client.draftSaved)).toHaveLength(2));
});

test('a reload before the login loses nothing of the tax form', async () => {
  const service = await openTaxForm(refused(client.draftSaved));
  fireEvent.change(firstName(), { target: { value: 'Rosalia' } });
  await asks();
  await eventually(() => expect(sessionStorage.length).toBeGreaterThan(0));
  expect(JSON.stringify(sessionStorage)).not.toContain('Rosalia');

  await loadDocument('/secured-files?form=open&step=you');
  await expectPath('/login');
  service.answer(client.draftSaved);
  await fill({ Email: 'account@example.com', Password: 'maple-street-1954' });
  fireEvent.click(await button('Log in'));
  await expectPath('/secured-files');
  await eventually(() => expect(firstName()?.value).toBe('Rosalia'));
  await eventually(() => expect(service.bodies(client.draftSaved)).toHaveLength(2));
  expect(service.bodies(client.draftSaved)[1]).toMatchObject({ form_data: { firstName: 'Rosalia' } });
});

test('another person who logs in sees and saves nothing of the first one', async () => {
  const service = await openTaxForm(refused(client.draftSaved));
  fireEvent.change(firstName(), { target: { value: 'Rosalia' } });
  await asks();
  const [profile] = account.profile.body;
  const { user } = auth.signedIn.body;
  const nora = { ...profile, user_id: user.id, email: user.email, first_name: 'Nora' };
  service.answer(
    auth.signedIn,
    { ...account.profile, body: [nora] },
    { ...client.draft, body: [] },
    client.draftSaved,
  );
  await logInAgain();
  await eventually(() => expect(firstName()?.value).toBe('Nora'));
  expect(isOver()).toBe(false);
  expect(document.body.innerHTML).not.toContain('Rosalia');
  expect(service.bodies(client.draftSaved)).toHaveLength(1);
});

const { appointments, blocks, dates, tasks, waitingThreads, newFiles, overviews, taskAdded } = client;

/** Opens a new task, and sends it after the session has ended. */
async function sendTask(...answers: (Answer | Answer[])[]) {
  const [profile] = account.profile.body;
  const staff = { ...account.profile, body: [{ ...profile, role: 'admin' }] };
  const lists = [appointments, blocks, dates, tasks, waitingThreads, newFiles, overviews];
  const day = [staff, ...lists, account.settings];
  const service = fakeService(...answers, ...day, account.signedIn, auth.user, ...captcha, ...ended);
  await renderRoute('/manage/tasks', { signedInAs: account.signedIn.body });
  fireEvent.click(await button('New task'));
  await fill({ Task: 'Call Rosa', 'Note (optional)': 'About the 1099' });
  fireEvent.click(await button('Add task'));
  await asks();
  return service;
}

test('a task of staff is added after the login', async () => {
  const service = await sendTask([refused(taskAdded), taskAdded]);
  expect((await field('Note (optional)')).value).toBe('About the 1099');
  await logInAgain();
  await eventually(() => expect(service.bodies(taskAdded)).toHaveLength(2));
  expect(service.bodies(taskAdded)[1]).toMatchObject({ title: 'Call Rosa', note: 'About the 1099' });
  await gone('Add task');
  await heading('My day');
});

test('the day of staff has the clients who wait for a reply, and the questions that wait for an answer', async () => {
  await sendTask(refused(taskAdded));
  await heading('Clients waiting for a reply');
  await heading('Questions waiting for an answer');
  // The same recorded answer to both.
  expect(await screen.findAllByText('Did you get my W-2?')).toHaveLength(2);
});

test('a reload before the login loses nothing that staff typed into a dialog', async () => {
  await sendTask(refused(taskAdded));
  await eventually(() => expect(sessionStorage.length).toBeGreaterThan(0));
  await loadDocument('/manage/tasks');
  await expectPath('/login');
  await fill({ Email: 'account@example.com', Password: 'maple-street-1954' });
  fireEvent.click(await button('Log in'));
  await expectPath('/manage/tasks');
  fireEvent.click(await button('New task'));
  await eventually(async () => expect((await field('Note (optional)')).value).toBe('About the 1099'));
  expect((await field('Task')).value).toBe('Call Rosa');
});

test('a person who only types is asked within seconds', async () => {
  await openTaxForm(client.draftSaved, refused(auth.user));
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 20_000);
  onTestFinished(() => clock.mockRestore());
  fireEvent.input(firstName(), { target: { value: 'Rosalia' } });
  await asks();
});
