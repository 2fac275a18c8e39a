import { describe, expect, it } from 'vitest';
import { blankLetter, letterOf, problemsOf } from './letter.ts';

describe('a letter to a client', () => {
  it('asks for one thing a line, as people write lists', () => {
    const draft = {
      ...blankLetter,
      items: ' - W-2 of 2025\n\n• 1099-INT \nSocial Security card',
      note: ' Thanks ',
    };
    expect(letterOf(draft)).toEqual({
      template: 'document_request',
      items: ['W-2 of 2025', '1099-INT', 'Social Security card'],
      note: 'Thanks',
    });
    expect(problemsOf(draft)).toEqual({});
  });

  it('asks for nothing in other letters, whatever was typed before', () => {
    expect(letterOf({ template: 'return_ready', items: 'W-2', note: '' }).items).toEqual([]);
    expect(problemsOf({ template: 'return_ready', items: '', note: '' })).toEqual({});
  });

  it.each([
    [{ items: ' \n ' }, { items: 'Say what is needed' }],
    [{ items: Array(41).fill('W-2').join('\n') }, { items: 'At most 40 documents in one letter' }],
    [{ items: `W-2\n${'x'.repeat(201)}` }, { items: 'Please shorten line 2 to 200 characters' }],
    [{ items: 'W-2', note: 'x'.repeat(2001) }, { note: 'At most 2000 characters' }],
    [{ template: 'message' as const, note: '  ' }, { note: 'Write something' }],
  ])('refuses %o', (change, problems) => {
    expect(problemsOf({ ...blankLetter, ...change })).toEqual(problems);
  });
});
