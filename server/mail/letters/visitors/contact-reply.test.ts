/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoOffice as office } from '#domain/business/demo-office.ts';
import { toMessage } from '../../transport/transport.ts';
import { officeLetters } from '../office-letters.ts';
import { renderLetter } from '../render-letter.ts';
import { contactReply } from './contact-reply.ts';

const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const first = '0b0e8d3c-6c5c-4d39-8a0e-6f3c2a1b9d01';
const second = '0b0e8d3c-6c5c-4d39-8a0e-6f3c2a1b9d02';
const facts = {
  message_id: id,
  name: 'Rosa Delgado',
  subject: 'pricing',
  message: 'What does it cost?\r\n\r\nI have two W-2s.\nThank you',
  asked_at: '2026-11-20T17:14:00.123456+00:00',
  reply: '$80 to $120.\n\nCome by:\n48 Elm Street',
  signed: 'Sam',
};
const reply = (more: object = {}) => renderLetter(contactReply({ ...facts, ...more }, office), office);
const sender = { name: 'Nutmeg', contact: { email: 'hello@nutmegtax.example' } };
const outgoing = (written: ReturnType<typeof reply>) =>
  toMessage({ id: second, to: 'rosa@example.com', createdAt: '2026-11-20T18:00:00Z', ...written }, sender);

test('a reply has a greeting, the answer, a signature and the quoted message', () => {
  const { subject, text, html } = reply();
  expect(subject).toBe('Re: Pricing Questions');
  expect(text).toContain(
    `Hello Rosa,\n\n$80 to $120.\n\nCome by:\n48 Elm Street\n\nSam\n${office.name}\n\nOn November 20, 2026 at 12:14 PM EST, you wrote:\n\n> What does it cost?\n> \n> I have two W-2s.\n> Thank you\n`,
  );
  expect(html).toContain('Come by:<br>48 Elm Street');
  expect(html).toContain('I have two W-2s.<br>Thank you');
});

test('replies form one thread: each refers to the message and to earlier replies', () => {
  const one = outgoing(reply());
  expect(one).toMatchObject({
    messageId: `<${second}@nutmegtax.example>`,
    inReplyTo: `<contact-${id}@nutmegtax.example>`,
    references: [`<contact-${id}@nutmegtax.example>`],
    replyTo: { name: 'Nutmeg', address: 'hello@nutmegtax.example' },
  });
  expect(one.headers).toBeUndefined();
  const other = outgoing(reply({ earlier: [first, second] }));
  expect(other.inReplyTo).toBe(`<${second}@nutmegtax.example>`);
  expect(other.references).toEqual(
    [`contact-${id}`, first, second].map((name) => `<${name}@nutmegtax.example>`),
  );
  const many = outgoing(reply({ earlier: Array.from({ length: 300 }, () => first) }));
  expect(many.references).toHaveLength(21);
});

test('the notice to the office names the sender and does not contain the message', () => {
  const letter = officeLetters.contact_received(
    { message_id: id, name: '<b>Rosa</b>\r\nBcc: x@example.com', message: 'secret' },
    'https://p.example',
  );
  expect(letter.subject).toBe('New message: <b>Rosa</b> Bcc: x@example.com');
  const written = renderLetter(letter, office);
  expect(written.html).not.toContain('<b>');
  expect(`${written.html}${written.text}`).not.toContain('secret');
  expect(written.text).toContain(`https://p.example/manage?queue=messages&message=${id}\n`);
  expect(outgoing(written)).toMatchObject({
    inReplyTo: `<contact-${id}@nutmegtax.example>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
});

test('has the same tags for any text by visitors and staff', () => {
  const tags = (html: string) =>
    html
      .match(/<\/?[a-z!][^>]*>/g)
      ?.map((tag) => /^<\/?[a-z!0-9]+/i.exec(tag)?.[0])
      .filter((tag) => tag !== '<br' && tag !== '<p' && tag !== '</p');
  const wild = fc.string({ unit: 'binary', minLength: 1 });
  fc.assert(
    fc.property(wild, wild, wild, wild, (name, subject, message, words) => {
      const { html } = reply({ name, subject, message, reply: words });
      expect(tags(html)).toEqual(tags(reply().html));
    }),
    {
      examples: [
        ['<script>alert(1)</script>', '<b>', '<img src=x onerror=alert(1)>', '</div><a href="https://evil">'],
      ],
    },
  );
});
