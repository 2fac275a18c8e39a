import { business } from '#app/business.ts';
import { dollars } from '#app/shared/facts.ts';
import type { ResultId } from '#domain/quote/graph.ts';
import type { Answer, Quote } from '#domain/quote/quote.ts';
import { steps } from './words.ts';

type Package = (typeof business.prices.quote)[number];
interface Words {
  label: string;
  hint?: string;
  note?: string;
}

/** The package of a result, with its name and price in business.json. */
export function packageOf(result: ResultId): Package {
  const found = business.prices.quote.find(({ id }) => id === result);
  if (!found) throw new Error(`business.json has no package ${result}`);
  return found;
}

/** The answers by their labels: "Income: A job, Interest on savings". */
export function readOut({ answered }: Quote): { about: string; answers: string[] }[] {
  return answered.map((answer) => ({
    about: steps[answer.step].about,
    answers: wordsOf(answer).map(({ label }) => label),
  }));
}

/** The note for the office: "Quote: Personal Taxes $80 - $120 (W-2 job; charity)". */
export function noteOf(result: ResultId, { answered }: Quote): string {
  const { name, from, to } = packageOf(result);
  const told = answered.flatMap((answer) => wordsOf(answer).flatMap(({ note }) => note ?? []));
  const once = [...new Set(told)].join('; ');
  return `Quote: ${name} ${dollars(from)} - ${dollars(to)}${once && ` (${once})`}`;
}

/** The labels of a step's chosen options. */
function wordsOf({ step, chosen }: Answer): Words[] {
  const options: Record<string, Words> = steps[step].options;
  return chosen.flatMap((id) => options[id] ?? []);
}
