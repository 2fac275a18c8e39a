import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import contact from '#tests/support/answers/contact.json' with { type: 'json' };
import { type Answer, fakeService, lost, proxyPage } from '#tests/support/route/fake-service.ts';
import { button, eventually, field, fill, gone, text } from '#tests/support/route/on-page.ts';
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
