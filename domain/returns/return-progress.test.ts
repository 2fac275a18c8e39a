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

describe('the one next step', () => {
  test.each<[string, Partial<CaseFacts>, object, number]>([
    ['nothing yet: the form', { isFormSent: false, checklist: [] }, { do: 'fill_form' }, 1],
    ['the form first, papers or not', { isFormSent: false, checklist: sent }, { do: 'fill_form' }, 1],
    ['then the documents, counted', { checklist: open }, { do: 'send_documents', left: 2 }, 2],
    ['all answered: we read', {}, { do: 'wait', for: 'reading', of: null }, 3],
    [
      'a return that is opened only',
      { returns: [one('documents_received')] },
      { do: 'wait', for: 'reading' },
      3,
    ],
    [
      'a return that is opened, and documents are open',
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
      'in preparation, the office has what it needs',
      { isFormSent: false, checklist: open, returns: [one('in_preparation')] },
      { do: 'wait', for: 'preparing' },
      3,
    ],
    [
      'asked again, by name, although it is in preparation',
      { checklist: [item('W-2', 'asked_again'), ...open], returns: [one('in_preparation')] },
      { do: 'send_missing', titles: ['W-2'], of: null },
      2,
    ],
    [
      'asked for by hand, before the form',
      { isFormSent: false, checklist: [item('Letter 6419', 'open', true)] },
      { do: 'send_missing', titles: ['Letter 6419'] },
      2,
    ],
    [
      'asked for by hand, and sent',
      { checklist: [item('Letter', 'sent', true)] },
      { do: 'wait', for: 'reading' },
      3,
    ],
    [
      'waiting for documents: what is open',
      { checklist: open, returns: [one('waiting_for_documents')] },
      { do: 'send_missing', titles: ['Photo ID', 'W-2'], of: { id: 'r1' } },
      2,
    ],
    [
      'waiting for documents of another year: its note says which',
      { checklist: open, returns: [one('waiting_for_documents', { year: 2025, note: 'The 1099' })] },
      { do: 'send_missing', titles: [], of: { note: 'The 1099' } },
      2,
    ],
    ['to review', { returns: [one('ready_for_review')] }, { do: 'review', of: { id: 'r1' } }, 4],
    [
      'to review before all that is open',
      { isFormSent: false, checklist: [item('W-2', 'asked_again')], returns: [one('ready_for_review')] },
      { do: 'review' },
      4,
    ],
    [
      'last year’s waits for the review',
      { isFormSent: false, returns: [one('ready_for_review', { year: 2025 })] },
      { do: 'review', of: { year: 2025 } },
      4,
    ],
    ['approved: the bill', { returns: [one('approved')] }, { do: 'wait', for: 'bill' }, 5],
    ['to pay', { returns: [one('payment_due')] }, { do: 'pay', of: { id: 'r1' } }, 5],
    ['paid', { returns: [one('payment_due', { isPaid: true })] }, { do: 'wait', for: 'filing' }, 6],
    ['filed', { returns: [one('e_filed')] }, { do: 'wait', for: 'answer' }, 6],
    ['rejected', { returns: [one('rejected')] }, { do: 'wait', for: 'correction' }, 3],
    ['accepted', { returns: [one('accepted')] }, { do: 'celebrate', of: { id: 'r1' } }, 7],
    [
      'accepted last year: this year begins',
      { isFormSent: false, checklist: [], returns: [one('accepted', { year: 2025 })] },
      { do: 'fill_form' },
      1,
    ],
    [
      'the business return follows',
      { returns: [one('accepted'), business('in_preparation')] },
      { do: 'wait', for: 'preparing', of: { id: 'r2' } },
      3,
    ],
    [
      'the client’s own turn goes before the office’s',
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

  test.each(returnStatuses)('a return that is %s waits for whom it waits', (status) => {
    const action = nextAction(facts({ returns: [one(status)] }));
    expect(action.do !== 'wait' && action.do !== 'celebrate').toBe(waitsForClient(status));
    expect(stationOf(action)).toBeLessThanOrEqual(stations.length + 1);
  });
});
