import { answer, choose, isAnswer, isStep, type Quote, start } from './quote.ts';

/** The quote's state as a URL fragment (`#answers=personal/w2,stocks&chosen=rental`): it never leaves the browser. */
const shape = /^#answers=([a-z0-9,/-]*)(?:&chosen=([a-z0-9,-]*))?$/;

export function toFragment({ answered, chosen }: Quote): string {
  if (answered.length === 0 && chosen.length === 0) return '';
  const answers = answered.map((step) => step.chosen.join(',')).join('/');
  return `#answers=${answers}${chosen.length > 0 ? `&chosen=${chosen.join(',')}` : ''}`;
}

/** Null for other fragments. Untrusted: answers are replayed one by one, and dropped from the first invalid one on. */
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
