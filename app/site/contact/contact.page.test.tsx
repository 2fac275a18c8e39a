import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import contact from '#tests/support/answers/contact.json' with { type: 'json' };
import { type Answer, fakeService, held, lost, proxyPage } from '#tests/support/route/fake-service.ts';
import { button, eventually, field, fill, gone, link, text } from '#tests/support/route/on-page.ts';
import { loadDocument, renderRoute } from '#tests/support/route/render-route.tsx';

const THANKS = /Thank you! Your message has been sent successfully/;
const message = {
  Name: 'Rosa Delgado',
  Email: 'rosa@example.com',
  Subject: 'pricing',
  Message: 'What does a return with two W-2s cost?',
};

/** Opens the page, and fills in a complete message. */
async function open(...answers: (Answer | Answer[])[]) {
  const service = fakeService(...answers, auth.captchaChallenge, auth.captchaPassed, contact.sent);
  const { user } = await renderRoute('/contact-us');
  await button('Send my message');
  await fill(message);
  return { service, send: async () => user.click(await button('Send my message')), user };
}

async function expectNothingLost(): Promise<void> {
  for (const [label, value] of Object.entries(message)) expect((await field(label)).value).toBe(value);
}

const refused = '❌ Security verification failed. Please try again.';
test.each<[string, string, Answer]>([
  ['a captcha without a challenge', refused, proxyPage(auth.captchaChallenge)],
  ['a captcha without a verdict', refused, proxyPage(auth.captchaPassed)],
  ['a refused captcha', refused, auth.captchaRefused],
  ['a refused pass', refused, contact.passRefused],
  ['the server’s reason', `❌ ${contact.rowRefused.body.message}`, contact.rowRefused],
  ['a proxy’s page', '❌ Failed to submit contact form. Please try again.', proxyPage(contact.sent)],
  [
    'a lost connection',
    '❌ Connection error. Please check your internet connection and try again.',
    lost(contact.sent),
  ],
])('keeps what was typed after %s, and can send it again', async (_, words, answer) => {
  const { send, service } = await open(answer, { ...contact.found, body: [] });
  await send();
  const problem = await screen.findByText(
    (_text, element) => element?.textContent === words && !element.children[1],
  );
  expect(problem.closest('[role=alert]')).toBe(document.activeElement);
  await expectNothingLost();
  service.answer(auth.captchaChallenge, auth.captchaPassed, contact.sent);
  await send();
  await text(THANKS);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a number of another country stays as it was pasted, and says why it does not fit', async () => {
  const { user, service, send } = await open();
  const phone = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Phone/ });
  await user.click(phone);
  await user.paste('+52 55 1234 5678');
  expect(phone.value).toBe('+52 55 1234 5678');
  await text('US numbers only: ten digits');
  await send();
  expect(service.bodies(contact.sent)).toHaveLength(0);
  await user.clear(phone);
  await user.paste('001 (203) 555-0142');
  expect(phone.value).toBe('203-555-0142');
  await gone('US numbers only: ten digits');
});

test('the field says what only the server refuses', async () => {
  const { send, user } = await open({
    ...contact.rowRefused,
    body: { ...contact.rowRefused.body, details: 'us_numbers_only', message: 'US numbers only: ten digits' },
  });
  await send();
  const phone = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Phone/ });
  await eventually(() => expect(phone.getAttribute('aria-invalid')).toBe('true'));
  await expectNothingLost();
  await user.type(phone, '2035550142');
  await eventually(() => expect(phone.getAttribute('aria-invalid')).not.toBe('true'));
});

test('does not send twice if only the response was lost', async () => {
  const { send, service } = await open(lost(contact.sent), contact.found);
  await send();
  await text(/Connection error/);
  service.answer(contact.sent);
  await send();
  await text(THANKS);
  expect(service.bodies(contact.sent)).toHaveLength(1);
});

test('keeps what was typed after a reload', async () => {
  await open();
  await loadDocument('/contact-us');
  await eventually(async () => expect((await field('Name')).value).toBe(message.Name));
  await expectNothingLost();
});

test('sends the quote, unless it is removed', async () => {
  const note = 'Quote: Personal Taxes, $80 to $120. <b>Two W-2s</b>';
  const { send, service, user } = await open();
  sessionStorage.setItem('nutmeg.quote-note', note);
  await loadDocument('/contact-us');
  await text(note);
  await send();
  await text(THANKS);
  await gone(note);
  sessionStorage.setItem('nutmeg.quote-note', note);
  await loadDocument('/contact-us');
  await fill(message);
  await user.click(await button('Remove the quote'));
  await send();
  await text(THANKS);
  expect(service.bodies(contact.sent)).toMatchObject([
    { message: `${message.Message}\n\n${note}` },
    { message: message.Message },
  ]);
});

test('shows errors at the fields and in a summary, and sends nothing', async () => {
  const service = fakeService();
  const { user } = await renderRoute('/contact-us');
  const send = async () => user.click(await button('Send my message'));
  const summary = () =>
    [...document.querySelectorAll('[role=alert] a')].map(({ textContent }) => textContent);
  await send();
  await text(/Please check these answers/);
  expect(summary()).toEqual([
    'Name is required',
    'Email is required',
    'Choose a subject',
    'Message is required',
  ]);
  expect(document.activeElement?.getAttribute('role')).toBe('alert');
  await user.click(await link('Choose a subject'));
  expect(document.activeElement).toBe(await field('Subject'));
  await fill({ ...message, Email: 'rosa@example', 'Phone (optional)': '203555', Message: ' ' });
  await send();
  expect(summary()).toEqual([
    'Write the email like this: name@example.com',
    'Phone number must have 10 digits, or leave it empty',
    'Message is required',
  ]);
  // Each error disappears once its field is valid.
  await fill({ 'Phone (optional)': '', Email: 'rosa@example.com' });
  await eventually(() => expect(summary()).toEqual(['Message is required']));
  expect(service.sent.filter(({ url }) => url.pathname.includes('/v1/'))).toEqual([]);
});

test('cannot be sent twice at once, and is empty afterwards, with the focus and the time', async () => {
  const { answer, release } = held(contact.sent);
  const { send, service, user } = await open(answer);
  await user.type(await field('Phone (optional)'), '(203) 555x0177 99');
  await send();
  const sending = await button('Sending...');
  expect(sending.getAttribute('aria-disabled')).toBe('true');
  await user.click(sending);
  release();
  await text(THANKS);
  expect(service.bodies(contact.sent)).toMatchObject([
    { name: 'Rosa Delgado', phone: '203-555-0177', subject: 'pricing', status: 'new' },
  ]);
  const posted = service.sent.find(({ url }) => url.pathname.endsWith('/contact_submissions'));
  expect(posted?.headers.get(CAPTCHA_PASS_HEADER)).toBe(auth.captchaPassed.body.pass);
  await eventually(() => expect(document.activeElement?.textContent).toBe('Write to us'));
  for (const label of [...Object.keys(message), 'Phone (optional)'])
    expect((await field(label)).value).toBe('');
  await text(/^Your last message was sent at \d+:\d\d [AP]M \(Eastern Time\)\.$/);
});

test('knows a signed-in client, and leaves nothing of the account in the tab', async () => {
  fakeService(auth.user, account.profile);
  const signedInAs = account.signedIn.body;
  await renderRoute('/contact-us', { signedInAs, stored: { 'nutmeg.session-hint': { role: 'client' } } });
  await eventually(async () => expect((await field('Name')).value).toBe('Rosa Delgado'));
  expect((await field('Email')).value).toBe(signedInAs.user.email);
  expect((await field('Phone (optional)')).value).toBe('203-555-0142');
  await fill({ Message: message.Message });
  const draft = () => JSON.parse(sessionStorage.getItem('nutmeg.contact-draft') ?? 'null');
  await eventually(() =>
    expect(draft()).toMatchObject({ message: message.Message, name: '', email: '', phone: '' }),
  );
});

test('doesn’t fill in staff, who write for others', async () => {
  const service = fakeService(auth.user, account.profile);
  const stored = { 'nutmeg.session-hint': { role: 'admin' } };
  await renderRoute('/contact-us', { signedInAs: account.signedIn.body, stored });
  await button('Send my message');
  expect((await field('Name')).value).toBe('');
  expect(service.bodies(account.profile)).toEqual([]);
});
