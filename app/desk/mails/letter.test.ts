import type { MessageDescriptor } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { english } from '#domain/language/english.ts';
import { msg } from '#domain/language/message.ts';
import { type CaseFacts, nextAction, type ReturnFacts } from '#domain/returns/return-progress.ts';
import type { ReturnStatus } from '#domain/returns/tax-return.ts';
import { blankLetter, hasText, letterOf, problemsOf, suggestedLetter } from './letter.ts';

describe('a letter to a client', () => {
  it('lists one document per line, without bullets', () => {
    const draft = {
      ...blankLetter,
      items: ' - W-2 of 2025\n\n• 1099-INT \nSocial Security card',
      note: ' Thanks ',
    };
    expect(letterOf(draft)).toEqual({
      template: 'document_request',
      items: ['W-2 of 2025', '1099-INT', 'Social Security card'],
      lines: [],
      note: 'Thanks',
    });
    expect(problemsOf(draft, english)).toEqual({});
  });

  it('names lines of the checklist, chosen or typed, once and by their English titles', () => {
    const list = [
      { item: 'photo-id', title: msg`Photo ID` },
      { item: 'w-2', title: msg`Your W-2 forms` },
      { item: '1099', title: msg`Your 1099 forms` },
    ];
    const spanish = (message: MessageDescriptor) =>
      message.message === 'Your 1099 forms' ? 'Sus formularios 1099' : english(message);
    const draft = { ...blankLetter, lines: ['w-2'], items: 'photo id\nSus formularios 1099\nThe lease' };
    expect(letterOf(draft, list, spanish)).toMatchObject({
      items: ['Photo ID', 'Your W-2 forms', 'Your 1099 forms', 'The lease'],
      lines: ['photo-id', 'w-2', '1099'],
    });
    expect(letterOf({ ...draft, template: 'message' }, list)).toMatchObject({ items: [], lines: [] });
    expect(problemsOf({ ...blankLetter, lines: ['w-2'] }, english, list)).toEqual({});
  });

  it('drops the documents in other templates', () => {
    expect(letterOf({ ...blankLetter, template: 'return_ready', items: 'W-2' }).items).toEqual([]);
    expect(problemsOf({ ...blankLetter, template: 'return_ready' }, english)).toEqual({});
  });

  it.each([
    [{ items: ' \n ' }, { items: 'List the documents you need' }],
    [{ items: Array(41).fill('W-2').join('\n') }, { items: 'Ask for up to 40 documents in one email' }],
    [{ items: `W-2\n${'x'.repeat(201)}` }, { items: 'Please shorten line 2 to 200 characters' }],
    [{ items: 'W-2', note: 'x'.repeat(2001) }, { note: 'Use up to 2000 characters' }],
    [{ template: 'message' as const, note: '  ' }, { note: 'Write something' }],
  ])('refuses %o', (change, problems) => {
    expect(problemsOf({ ...blankLetter, ...change }, english)).toEqual(problems);
  });
});

describe('suggestedLetter', () => {
  const year = 2026;
  const nothing: CaseFacts = { year, isFormSent: false, checklist: [], returns: [] };
  const at = (status: ReturnStatus, isPaid = false): ReturnFacts => ({
    id: status,
    year,
    kind: 'personal',
    status,
    isPaid,
    note: null,
  });
  const letterAt = (...returns: ReturnFacts[]) =>
    suggestedLetter(nextAction({ ...nothing, isFormSent: true, returns }));

  it('matches the status of the return', () => {
    const suggested = {
      not_started: 'document_request',
      documents_received: 'document_request',
      in_preparation: 'document_request',
      waiting_for_documents: 'document_request',
      ready_for_review: 'return_ready',
      approved: 'message',
      payment_due: 'payment_reminder',
      e_filed: 'message',
      accepted: 'message',
      rejected: 'message',
    } satisfies Record<ReturnStatus, string>;
    for (const [status, letter] of Object.entries(suggested))
      expect(letterAt(at(status as ReturnStatus)), status).toBe(letter);
    expect(letterAt(at('payment_due', true))).toBe('message');
  });

  it('prefers the return that waits for the client', () => {
    expect(letterAt(at('accepted'), at('ready_for_review'))).toBe('return_ready');
    expect(letterAt(at('in_preparation'), at('payment_due'))).toBe('payment_reminder');
  });

  it('reminds of the form first, then of open checklist items', () => {
    expect(suggestedLetter(nextAction(nothing))).toBe('form_reminder');
    const checklist = [{ title: 'W-2', state: 'open' as const, isAsked: false }];
    expect(suggestedLetter(nextAction({ ...nothing, isFormSent: true, checklist }))).toBe('document_request');
  });
});

it('hasText is true once something is typed', () => {
  expect(hasText(blankLetter)).toBe(false);
  expect(hasText({ ...blankLetter, note: ' \n' })).toBe(false);
  expect(hasText({ ...blankLetter, items: 'W-2' })).toBe(true);
});
