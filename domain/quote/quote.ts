import { graph, type Place, type ResultId, type Step, type StepId } from './graph.ts';

export interface Answer {
  readonly step: StepId;
  readonly chosen: readonly string[];
}

/** The state of a quote. */
export interface Quote {
  readonly answered: readonly Answer[];
  readonly at: Place;
  /** The choices at the current step, before Next. */
  readonly chosen: readonly string[];
}

/** The number of questions on the longest path, for the progress bar. */
export const maxQuestions = 4;

export const start = (): Quote => ({ answered: [], at: 'start', chosen: [] });

export function isStep(place: Place): place is StepId {
  return Object.hasOwn(graph, place);
}

export function optionsOf(step: StepId): readonly string[] {
  return Object.keys(graph[step].options);
}

/** Whether the choices are a valid answer: one option, or at least one where several may be chosen. */
export function isAnswer(step: StepId, chosen: readonly string[]): boolean {
  const { multiple, options } = graph[step];
  return (
    chosen.length > 0 && (multiple || chosen.length === 1) && chosen.every((id) => Object.hasOwn(options, id))
  );
}

/** The same step with other choices, possibly none. */
export function choose(quote: Quote, chosen: readonly string[]): Quote {
  const step = askedIn(quote);
  if (chosen.length > 0 && !isAnswer(step, chosen)) throw notAnAnswer(step, chosen);
  return { ...quote, chosen: inOrder(step, chosen) };
}

/** Goes on to the next question or the result. */
export function answer(quote: Quote, chosen: readonly string[] = quote.chosen): Quote {
  const step = askedIn(quote);
  if (!isAnswer(step, chosen)) throw notAnAnswer(step, chosen);
  const answered = [...quote.answered, { step, chosen: inOrder(step, chosen) }];
  return { answered, at: placeAfter(answered, step, chosen), chosen: [] };
}

/** The previous question with its answer. The first question is returned unchanged. */
export function back(quote: Quote): Quote {
  const last = quote.answered.at(-1);
  if (!last) return quote;
  return { answered: quote.answered.slice(0, -1), at: last.step, chosen: last.chosen };
}

/** The progress in percent. The result counts as one step. */
export function progress({ answered }: Quote): number {
  return Math.min(100, ((answered.length + 1) / maxQuestions) * 100);
}

/** Null until the last question is answered. */
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

/** In display order and without duplicates, so that equal choices are equal answers. */
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
