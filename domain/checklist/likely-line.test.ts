import { describe, expect, it } from 'vitest';
import { likelyLine } from './likely-line.ts';

const lines = [
  { item: 'photo-id', title: 'Photo ID', state: 'open' },
  { item: 'w-2', title: 'Your W-2 forms', state: 'sent' },
  { item: 'w-2:spouse', title: 'Your spouse’s W-2 forms', state: 'open' },
  { item: '1099', title: 'Your 1099 forms', state: 'open' },
  { item: 'ssn-card:1', title: 'Social Security card or ITIN letter: Mía', state: 'sent' },
  { item: 'ssn-card:2', title: 'Social Security card or ITIN letter: Leo', state: 'open' },
] as const;

describe('the line that a file probably belongs to', () => {
  it.each([
    ['1099-INT First Bank.pdf', '1099'],
    ['Spouse W2 Harbor Bakery.pdf', 'w-2:spouse'],
    ['social security LEO.jpg', 'ssn-card:2'],
    ['social-security-mia.jpg', 'ssn-card:1'],
    ['ID Rosa.jpg', 'photo-id'],
    // Not the spouse’s, who is not named.
    ['w2.pdf', 'w-2'],
    // Of two children, the one whose card is still missing.
    ['Social Security card.jpg', 'ssn-card:2'],
  ])('of %s is %s', (name, item) => {
    expect(likelyLine(name, lines)?.item).toBe(item);
  });

  it.each(['scan.pdf', 'Your forms.pdf', ''])('of %s is unknown', (name) => {
    expect(likelyLine(name, lines)).toBeNull();
  });
});
