import { type ListedItem, missingByName } from '#domain/checklist/state.ts';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import type { ReturnKind, ReturnStatus } from './tax-return.ts';

/** What determines the next action of a client. */
export interface CaseFacts {
  /** The office's calendar year, of the form and the checklist. */
  readonly year: number;
  readonly isFormSent: boolean;
  readonly checklist: readonly Pick<ListedItem, 'title' | 'state' | 'isAsked'>[];
  readonly returns: readonly ReturnFacts[];
}

export interface ReturnFacts {
  readonly id: string;
  readonly year: number;
  readonly kind: ReturnKind;
  readonly status: ReturnStatus;
  readonly isPaid: boolean;
  /** What the office wrote with the last step. */
  readonly note: string | null;
}

/** The next action of a client, or what the client waits for. `of` is the return that it is about. */
export type NextAction =
  | { readonly do: 'fill_form' }
  | { readonly do: 'send_documents'; readonly left: number }
  | { readonly do: 'send_missing'; readonly titles: readonly Wording[]; readonly of: ReturnFacts | null }
  | { readonly do: 'review' | 'pay' | 'celebrate'; readonly of: ReturnFacts }
  | { readonly do: 'wait'; readonly for: 'reading'; readonly of: ReturnFacts | null }
  | { readonly do: 'wait'; readonly for: Exclude<Wait, 'reading'>; readonly of: ReturnFacts };

/** What the client waits for while there is nothing for them to do. */
export type Wait = 'start' | 'reading' | 'preparing' | 'bill' | 'filing' | 'answer' | 'correction';

/** The return that is furthest behind comes first. */
const waits: readonly [ReturnStatus, Wait][] = [
  ['rejected', 'correction'],
  ['not_started', 'start'],
  ['documents_received', 'reading'],
  ['in_preparation', 'preparing'],
  ['approved', 'bill'],
  ['payment_due', 'filing'],
  ['e_filed', 'answer'],
];

/** The one action that the client should do now. Comes before what the office does: the return waits for it. */
export function nextAction({ year, isFormSent, checklist, returns }: CaseFacts): NextAction {
  const unfinished = returns
    .filter((one) => one.status !== 'accepted')
    .sort((a, b) => b.year - a.year || b.kind.localeCompare(a.kind));
  const at = (status: ReturnStatus) => unfinished.find((one) => one.status === status);

  const review = at('ready_for_review');
  if (review) return { do: 'review', of: review };
  const unpaid = unfinished.find(({ status, isPaid }) => status === 'payment_due' && !isPaid);
  if (unpaid) return { do: 'pay', of: unpaid };

  const waiting = at('waiting_for_documents');
  const asked = missingByName(checklist);
  if (waiting || asked.length > 0) {
    const open = waiting?.year === year ? checklist.filter(({ state }) => state === 'open') : [];
    const missing = asked.length > 0 ? asked : open;
    return { do: 'send_missing', titles: missing.map(({ title }) => title), of: waiting ?? null };
  }

  const ofYear = returns.filter((one) => one.year === year);
  // Once the office works on a return, it has the documents or asks for them by name.
  if (ofYear.every(({ status }) => status === 'not_started' || status === 'documents_received')) {
    if (!isFormSent) return { do: 'fill_form' };
    const left = checklist.filter(({ state }) => state === 'open').length;
    if (left > 0) return { do: 'send_documents', left };
  }

  for (const [status, wait] of waits) {
    const found = at(status);
    if (found) return { do: 'wait', for: wait, of: found };
  }
  const accepted = ofYear.find(({ kind }) => kind === 'personal') ?? ofYear[0];
  return accepted ? { do: 'celebrate', of: accepted } : { do: 'wait', for: 'reading', of: null };
}

/** The stations of a return, as the client sees them. */
export const stations = [
  msg`Tax form`,
  msg`Documents`,
  msg`Preparation`,
  msg`Your approval`,
  msg`Payment`,
  msg`Filing`,
];

const stationOfWait: Record<Wait, number> = {
  start: 3,
  reading: 3,
  preparing: 3,
  correction: 3,
  bill: 5,
  filing: 6,
  answer: 6,
};

/** The number of the current station, from 1. After the last one: the number of stations plus 1. */
export function stationOf(action: NextAction): number {
  switch (action.do) {
    case 'fill_form':
      return 1;
    case 'send_documents':
    case 'send_missing':
      return 2;
    case 'review':
      return 4;
    case 'pay':
      return 5;
    case 'celebrate':
      return stations.length + 1;
    case 'wait':
      return stationOfWait[action.for];
  }
}
