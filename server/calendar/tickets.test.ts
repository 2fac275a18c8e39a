/** @module-tag property */
import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { createTickets } from './tickets.ts';

const only = (secret: Buffer) => () => [secret] as const;
const tickets = createTickets(only(randomBytes(32)));

test('a ticket is valid for its appointment, and only with the same key', () => {
  const id = randomUUID();
  const ticket = tickets.ticketOf(id);
  expect(ticket).toMatch(/^[\w.-]+$/);
  expect(tickets.read(ticket)).toEqual({ appointmentId: id, isMailed: false });
  expect(tickets.read(tickets.mailedTicketOf(id))).toEqual({ appointmentId: id, isMailed: true });
  expect(createTickets(only(randomBytes(32))).read(ticket)).toBeUndefined();
});

test('rejects a changed ticket', () => {
  const id = randomUUID();
  const ticket = tickets.ticketOf(id);
  fc.assert(
    fc.property(fc.nat({ max: ticket.length - 1 }), fc.string({ maxLength: 2 }), (at, put) => {
      const other = ticket.slice(0, at) + put + ticket.slice(at + 1);
      if (other !== ticket) expect(tickets.read(other)).toBeUndefined();
    }),
    { numRuns: inputs(2000) },
  );
});

test('rejects any other text', () => {
  fc.assert(fc.property(fc.string(), (text) => tickets.read(text) === undefined));
});
