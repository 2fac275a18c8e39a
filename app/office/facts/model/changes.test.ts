import { set } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { readerIn } from '#app/language/words.ts';
import { checkFacts } from '#domain/business/fit-facts.ts';
import { english } from '#domain/language/english.ts';
import { demoBusiness } from '#tests/support/office.ts';
import { allFacts, factNames, sections } from '../sections/sections.ts';
import { changesOf, conflictingFacts } from './changes.ts';
import { type FactsSection, factsOf, withFacts } from './facts.ts';
import { fieldProblems } from './problems.ts';

const reader = readerIn('en');
const sectionAt = (path: string) => sections.find((one) => one.path === path) as FactsSection;

/** The demo office with other facts at these paths. */
function facts(changes: Record<string, unknown>): typeof demoBusiness {
  const changed = structuredClone(demoBusiness);
  for (const [path, value] of Object.entries(changes)) set(changed, path, value);
  return changed;
}

const { team, prices } = demoBusiness;
const closed = { day: '2026-11-27', reason: 'Staff outing' };

describe('changes in words', () => {
  test.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ 'prices.tiers.0.from': 85 }, ['Personal Taxes, from: $80 to $85']],
    [{ 'prices.tiers.0.from': 'abc' }, ['Personal Taxes, from: $80 to abc']],
    [{ 'prices.tiers.0.name': 'Personal' }, ['Personal Taxes, name: Personal Taxes to Personal']],
    [{ 'prices.tiers.2.popular': true }, ['Business Taxes, mark as “most popular”: no to yes']],
    [{ 'prices.tiers': prices.tiers.toReversed() }, ['Prices of tax returns: new order']],
    [{ 'prices.tiers': prices.tiers.slice(1) }, ['Prices of tax returns: Personal Taxes removed']],
    [{ 'prices.planningFrom': 120 }, ['An hour of tax planning, from: $120']],
    [
      { 'hours.open': '09:00', 'hours.close': '' },
      ['Opens: 8:00 AM to 9:00 AM', 'Closes: removed (was 8:00 PM)'],
    ],
    [{ 'hours.days': [1, 2] }, ['Open on: changed']],
    [{ 'contact.phone.display': '(203) 555-0199' }, ['Phone: (203) 555-0142 to (203) 555-0199']],
    [{ 'contact.address.unit': null }, ['Suite or floor: removed (was Suite 2)']],
    [{ streetMap: null }, ['Show the drawing of the streets around the office: no']],
    [{ 'calendar.closedOn': [closed] }, ['Closed days: Friday, November 27, 2026 added']],
    [{ 'service.personalReturnDays.to': 3 }, ['A personal return: 1–2 days to 1–3 days']],
    [{ 'limits.bytesPerClient': 30e9 }, ['Room for one client’s documents: 20 GB to 30 GB']],
    [
      { 'idleMinutes.staff': 1440 },
      ['Staff are logged out after: 30 minutes without activity to 1,440 minutes without activity'],
    ],
    [{ 'legal.terms.updated': '2026-03' }, ['Terms updated in: January 2025 to March 2026']],
    [{ team: [team[1], team[0], team[2]] }, ['People: new order']],
    [{ 'team.0.name': 'Elena Ruiz' }, ['Elena Marsh, name: Elena Marsh to Elena Ruiz']],
    [{ 'team.0.portrait': 'x' }, ['Elena Marsh, portrait: added']],
    [
      { 'translations.es': { ...demoBusiness.translations?.es, cash: 'en efectivo', check: '' } },
      ['“cash” in Spanish: efectivo to en efectivo', '“check” in Spanish: removed (was cheque)'],
    ],
    [{ 'reviews.items.0.rating': 4 }, ['Done while my kids napped, stars: 5 stars to 4 stars']],
    [{ 'apps.0.leisure': false }, []],
    [
      { letters: { en: { 'Hello {name}, dear.': 'Hi {name}.' }, es: { Bye: 'Adiós' } } },
      ['“Hello {name}, dear.” in English: Hi {name}.', '“Bye” in Spanish: Adiós'],
    ],
  ])('%j', (changes, texts) => {
    expect(changesOf(allFacts, demoBusiness, facts(changes), reader).map(({ text }) => text)).toEqual(texts);
  });

  test('two new days', () => {
    const before = facts({ 'calendar.closedOn': [closed] });
    const after = facts({
      'calendar.closedOn': [
        { ...closed, reason: 'Snow' },
        { ...closed, day: '' },
      ],
    });
    expect(changesOf(allFacts, before, after, reader).map(({ text }) => text)).toEqual([
      'Friday, November 27, 2026, reason: Staff outing to Snow',
      'Closed days: new closed day added',
    ]);
  });

  test('the names of the history', () => {
    expect(
      factNames(['contact.address', 'contact.phone', 'hours.open', 'name', 'nonsense', 'team'], english),
    ).toBe('Address, Phone, Opens, Name of the office, nonsense, People');
    expect(factNames(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], english)).toBe('a, b, c, d, e, f, 2 more');
  });
});

describe('two owners', () => {
  const asked = (mine: Record<string, unknown>, theirs: Record<string, unknown>) =>
    conflictingFacts(factsOf(sectionAt('contact')), {
      base: demoBusiness,
      mine: facts(mine),
      newest: facts(theirs),
    }).map(({ path }) => path);

  test.each<[Record<string, unknown>, Record<string, unknown>, string[]]>([
    [{ name: 'Mine' }, { 'prices.planningFrom': 120 }, []],
    [{ name: 'Same' }, { name: 'Same' }, []],
    [{ name: 'Mine' }, { name: 'Theirs', shortName: 'Mine' }, ['name', 'shortName']],
    [{ 'contact.phone.display': 'mine' }, { 'hours.open': '09:00' }, ['hours.open', 'contact.phone']],
  ])('%j and %j: asks about %j', (mine, theirs, paths) => {
    expect(asked(mine, theirs)).toEqual(paths);
  });

  test('a phone number is never put together of two', () => {
    const mine = facts({ 'contact.phone': { e164: '+12035550001', display: 'mine' }, name: 'Mine' });
    const phone = { e164: '+12035550002', display: 'theirs' };
    const newest = facts({ 'contact.phone': phone, 'prices.planningFrom': 120 });
    const chosen = factsOf(sectionAt('contact')).filter(({ path }) => path !== 'contact.phone');
    expect(withFacts(chosen, newest, mine)).toEqual({ ...newest, name: 'Mine' });
  });
});

describe('problems', () => {
  const find = (changes: Record<string, unknown>, path = 'prices') => {
    const wrong = facts(changes);
    const checked = checkFacts(wrong);
    const found = 'problems' in checked ? checked.problems : [];
    return fieldProblems(found, { section: sectionAt(path), sections, facts: wrong }, reader);
  };

  test.each<[Record<string, unknown>, { name: string; message: string }]>([
    [
      { 'prices.tiers.0.from': 'abc' },
      {
        name: 'prices.tiers.0.from',
        message: 'Personal Taxes, From must be a whole number of dollars, such as 85.',
      },
    ],
    [
      { 'prices.tiers.0': { id: 'x', name: '', from: 1, to: 2, popular: false } },
      { name: 'prices.tiers.0.name', message: 'Price 1, Name must not be empty.' },
    ],
    [
      { 'prices.tiers': [] },
      { name: 'prices.tiers', message: 'Prices of tax returns must have at least one entry.' },
    ],
    [
      { 'service.personalReturnDays': { from: 3, to: 1 } },
      {
        name: 'service.personalReturnDays.to',
        message: 'A personal return, to must not be less than the number before it.',
      },
    ],
  ])('%j', (changes, problem) => {
    expect(find(changes)).toEqual([problem]);
  });

  test('of a phone number and of a video are at their field', () => {
    expect(find({ 'contact.phone': { e164: '1', display: '1' } }, 'contact')).toEqual([
      { name: 'contact.phone', message: 'Phone must be a phone number with its area code.' },
    ]);
    expect(find({ tutorialVideo: { provider: 'youtube', id: '', title: '' } }, 'links')).toEqual([
      { name: 'tutorialVideo.link', message: 'Link to the video must be one of YouTube or Vimeo.' },
      { name: 'tutorialVideo.title', message: 'Title of the video must not be empty.' },
    ]);
  });

  test('of one of our texts are at its field', () => {
    const wrong = { letters: { es: { 'Hello {name}, dear.': 'Hola.' } } };
    expect(find(wrong, 'emails')).toEqual([
      {
        name: expect.stringMatching(/^letters\.es\.[\w+/]{6}$/),
        message: '“Hello {name}, dear.” in Spanish needs {name}.',
      },
    ]);
  });

  test('of other sections say which, and unknown ones are not lost', () => {
    expect(find({ name: '', mascot: 'a squirrel', 'hours.mascot': 'an owl' })).toEqual([
      expect.objectContaining({ message: 'Name of the office must not be empty.', elsewhere: sections[0] }),
      expect.objectContaining({ name: '', message: expect.stringContaining('hours') }),
      expect.objectContaining({ name: '', message: expect.stringContaining('mascot') }),
    ]);
  });
});
