import { answer, choose, isAnswer, isStep, type Quote, start } from './quote.ts';

/**
 * The way so far as the fragment of an address: `#answers=personal/w2,stocks&chosen=rental`. It never leaves the
 * browser, survives a reload, and gives every question an entry of its own in the browser's history.
 */
const shape = /^#answers=([a-z0-9,/-]*)(?:&chosen=([a-z0-9,-]*))?$/;

export function toFragment({ answered, chosen }: Quote): string {
  if (answered.length === 0 && chosen.length === 0) return '';
  const answers = answered.map((step) => step.chosen.join(',')).join('/');
  return `#answers=${answers}${chosen.length > 0 ? `&chosen=${chosen.join(',')}` : ''}`;
}

/**
 * Null for a fragment of something else, such as the link that skips to the content. Anybody can write an address:
 * the answers are gone through one by one, and from the first one that can't be given, the rest is left out.
 */
export function fromFragment(fragment: string): Quote | null {
  if (fragment === '') return start();
  const [, answers, chosen] = shape.exec(fragment) ?? [];
  if (answers === undefined) return null;
  let quote = start();
  for (const ids of answers === '' ? [] : answers.split('/')) {
    const given = ids.split(',');
    if (!isStep(quote.at) || !isAnswer(quote.at, given)) return quote;
    quote = answer(quote, given);
  }
  const given = chosen?.split(',') ?? [];
  return isStep(quote.at) && isAnswer(quote.at, given) ? choose(quote, given) : quote;
}
