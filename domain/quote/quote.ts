import { graph, type Place, type ResultId, type Step, type StepId } from './graph.ts';

export interface Answer {
  readonly step: StepId;
  readonly chosen: readonly string[];
}

/** Somebody on the way through the questions. */
export interface Quote {
  readonly answered: readonly Answer[];
  readonly at: Place;
  /** What is chosen at this step and not yet answered with. */
  readonly chosen: readonly string[];
}

/** So many questions the longest way has; the bar is full when the last one is asked. */
export const mostQuestions = 4;

export const start = (): Quote => ({ answered: [], at: 'start', chosen: [] });

export function isStep(place: Place): place is StepId {
  return Object.hasOwn(graph, place);
}

export function optionsOf(step: StepId): readonly string[] {
  return Object.keys(graph[step].options);
}

/** Something was chosen, and all of it can be: one option, or any set of them where several may be chosen. */
export function isAnswer(step: StepId, chosen: readonly string[]): boolean {
  const { multiple, options } = graph[step];
  return (
    chosen.length > 0 && (multiple || chosen.length === 1) && chosen.every((id) => Object.hasOwn(options, id))
  );
}

/** The same question, with other choices; none at all may be chosen yet. */
export function choose(quote: Quote, chosen: readonly string[]): Quote {
  const step = askedIn(quote);
  if (chosen.length > 0 && !isAnswer(step, chosen)) throw notAnAnswer(step, chosen);
  return { ...quote, chosen: inOrder(step, chosen) };
}

/** On to the next question, or to the result. */
export function answer(quote: Quote, chosen: readonly string[] = quote.chosen): Quote {
  const step = askedIn(quote);
  if (!isAnswer(step, chosen)) throw notAnAnswer(step, chosen);
  const answered = [...quote.answered, { step, chosen: inOrder(step, chosen) }];
  return { answered, at: placeAfter(answered, step, chosen), chosen: [] };
}

/** The question before this one, with its answer chosen; at the first one there is no way back. */
export function back(quote: Quote): Quote {
  const last = quote.answered.at(-1);
  if (!last) return quote;
  return { answered: quote.answered.slice(0, -1), at: last.step, chosen: last.chosen };
}

/** In percent: what is answered, and one more for the result. */
export function progress({ answered }: Quote): number {
  return Math.min(100, ((answered.length + 1) / mostQuestions) * 100);
}

/** Null while there is something to ask. */
export function resultOf({ at }: Quote): ResultId | null {
  return isStep(at) ? null : at;
}

function placeAfter(answered: readonly Answer[], step: StepId, chosen: readonly string[]): Place {
  const definition: Step = graph[step];
  if (!definition.multiple) {
    const next = definition.options[chosen[0] ?? ''];
    if (next === undefined) throw notAnAnswer(step, chosen);
    return next;
  }
  const { leadsTo } = definition;
  if (typeof leadsTo === 'string') return leadsTo;
  const told = leadsTo.among === 'this-step' ? chosen : answered.flatMap((earlier) => earlier.chosen);
  return told.some((id) => leadsTo.ifAny.includes(id)) ? leadsTo.goTo : leadsTo.otherwise;
}

/** As they are offered, each once: the same choices are the same answer, however they came to be. */
function inOrder(step: StepId, chosen: readonly string[]): readonly string[] {
  return optionsOf(step).filter((id) => chosen.includes(id));
}

function askedIn({ at }: Quote): StepId {
  if (isStep(at)) return at;
  throw new RangeError(`${at} is a result, which asks nothing`);
}

function notAnAnswer(step: StepId, chosen: readonly string[]): RangeError {
  return new RangeError(`no answer to ${step}: ${JSON.stringify(chosen)}`);
}
