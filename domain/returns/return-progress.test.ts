import { describe, expect, test } from 'vitest';
import type { ItemState } from '#domain/checklist/state.ts';
import { type CaseFacts, nextAction, type ReturnFacts, stationOf, stations } from './return-progress.ts';
import { returnStatuses, waitsForClient } from './tax-return.ts';

const YEAR = 2026;
const item = (title: string, state: ItemState, isAsked = false) => ({ title, state, isAsked });
const open = [item('Photo ID', 'open'), item('W-2', 'open')];
const sent = [item('Photo ID', 'sent'), item('W-2', 'not_available')];
const one = (status: ReturnFacts['status'], more: Partial<ReturnFacts> = {}): ReturnFacts => ({
  id: 'r1',
  year: YEAR,
  kind: 'personal',
  status,
  isPaid: false,
  note: null,
  ...more,
});
const business = (status: ReturnFacts['status']) => one(status, { id: 'r2', kind: 'business' });
const facts = (more: Partial<CaseFacts>): CaseFacts => ({
  year: YEAR,
  isFormSent: true,
  checklist: sent,
  returns: [],
  ...more,
});

describe('nextAction', () => {
  test.each<[string, Partial<CaseFacts>, object, number]>([
    ['nothing yet: fill in the form', { isFormSent: false, checklist: [] }, { do: 'fill_form' }, 1],
    [
      'documents but no form: fill in the form',
      { isFormSent: false, checklist: sent },
      { do: 'fill_form' },
      1,
    ],
    ['open documents: send them', { checklist: open }, { do: 'send_documents', left: 2 }, 2],
    ['all documents answered: wait', {}, { do: 'wait', for: 'reading', of: null }, 3],
    ['a return that waits for its start', { returns: [one('not_started')] }, { do: 'wait', for: 'start' }, 3],
    [
      'a return that was not started, without a form',
      { isFormSent: false, returns: [one('not_started')] },
      { do: 'fill_form' },
      1,
    ],
    ['a new return', { returns: [one('documents_received')] }, { do: 'wait', for: 'reading' }, 3],
    [
      'a new return and open documents',
      { checklist: open, returns: [one('documents_received')] },
      { do: 'send_documents', left: 2 },
      2,
    ],
    [
      'a return without a form',
      { isFormSent: false, returns: [one('documents_received')] },
      { do: 'fill_form' },
      1,
    ],
    [
      'in preparation: open documents and a missing form do not matter',
      { isFormSent: false, checklist: open, returns: [one('in_preparation')] },
      { do: 'wait', for: 'preparing' },
      3,
    ],
    [
      'in preparation, but a document was asked for again',
      { checklist: [item('W-2', 'asked_again'), ...open], returns: [one('in_preparation')] },
      { do: 'send_missing', titles: ['W-2'], of: null },
      2,
    ],
    [
      'staff requested a document before the form',
      { isFormSent: false, checklist: [item('Letter 6419', 'open', true)] },
      { do: 'send_missing', titles: ['Letter 6419'] },
      2,
    ],
    [
      'staff requested a document, and it was sent',
      { checklist: [item('Letter', 'sent', true)] },
      { do: 'wait', for: 'reading' },
      3,
    ],
    [
      'waiting for documents: the open ones',
      { checklist: open, returns: [one('waiting_for_documents')] },
      { do: 'send_missing', titles: ['Photo ID', 'W-2'], of: { id: 'r1' } },
      2,
    ],
    [
      'waiting for documents of another year: the note',
      { checklist: open, returns: [one('waiting_for_documents', { year: 2025, note: 'The 1099' })] },
      { do: 'send_missing', titles: [], of: { note: 'The 1099' } },
      2,
    ],
    ['to review', { returns: [one('ready_for_review')] }, { do: 'review', of: { id: 'r1' } }, 4],
    [
      'a review comes before open documents',
      { isFormSent: false, checklist: [item('W-2', 'asked_again')], returns: [one('ready_for_review')] },
      { do: 'review' },
      4,
    ],
    [
      'a review of last year’s return',
      { isFormSent: false, returns: [one('ready_for_review', { year: 2025 })] },
      { do: 'review', of: { year: 2025 } },
      4,
    ],
    ['approved: wait for the bill', { returns: [one('approved')] }, { do: 'wait', for: 'bill' }, 5],
    ['to pay', { returns: [one('payment_due')] }, { do: 'pay', of: { id: 'r1' } }, 5],
    ['paid', { returns: [one('payment_due', { isPaid: true })] }, { do: 'wait', for: 'filing' }, 6],
    ['filed', { returns: [one('e_filed')] }, { do: 'wait', for: 'answer' }, 6],
    ['rejected', { returns: [one('rejected')] }, { do: 'wait', for: 'correction' }, 3],
    ['accepted', { returns: [one('accepted')] }, { do: 'celebrate', of: { id: 'r1' } }, 7],
    [
      'last year’s return was accepted: this year’s form',
      { isFormSent: false, checklist: [], returns: [one('accepted', { year: 2025 })] },
      { do: 'fill_form' },
      1,
    ],
    [
      'the personal return was accepted: the business return',
      { returns: [one('accepted'), business('in_preparation')] },
      { do: 'wait', for: 'preparing', of: { id: 'r2' } },
      3,
    ],
    [
      'what the client must do comes before what the office does',
      { returns: [one('in_preparation'), business('payment_due')] },
      { do: 'pay', of: { id: 'r2' } },
      5,
    ],
    [
      'both to review: the personal one first',
      { returns: [business('ready_for_review'), one('ready_for_review')] },
      { do: 'review', of: { id: 'r1' } },
      4,
    ],
    [
      'both accepted',
      { returns: [business('accepted'), one('accepted')] },
      { do: 'celebrate', of: { id: 'r1' } },
      7,
    ],
  ])('%s', (_, given, expected, station) => {
    const action = nextAction(facts(given));
    expect(action).toMatchObject(expected);
    expect(stationOf(action)).toBe(station);
  });

  test.each(returnStatuses)('the action for a return that is %s agrees with waitsForClient', (status) => {
    const action = nextAction(facts({ returns: [one(status)] }));
    expect(action.do !== 'wait' && action.do !== 'celebrate').toBe(waitsForClient(status));
    expect(stationOf(action)).toBeLessThanOrEqual(stations.length + 1);
  });
});
