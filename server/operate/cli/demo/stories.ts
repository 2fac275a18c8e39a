import { z } from 'zod';
import beginning from '#domain/business/demo/clients/beginning.json' with { type: 'json' };
import nearTheEnd from '#domain/business/demo/clients/near-the-end.json' with { type: 'json' };
import underWay from '#domain/business/demo/clients/under-way.json' with { type: 'json' };
import { returnStatuses } from '#domain/returns/tax-return.ts';
import type { SavedForm } from '#domain/tax-form/answers.ts';
import { paper } from './papers.ts';
import { personOf, staffKey } from './people.ts';

const text = z.string();
/** Before today. For fractions, see moments.ts. */
const days = z.number();

/** When it was sent, and the answers that differ from the usual ones; this year's, also from last year's. */
const form = z.looseObject({ days });
type Form = z.infer<typeof form>;

const file = z.strictObject({
  days,
  /** The checklist item that it answers, by id or title. The client ticks it shortly afterwards. */
  item: text.optional(),
  renamedFrom: text.optional(),
  /** When the client opened it. */
  opened: days.optional(),
  deleted: z.tuple([staffKey, days]).optional(),
  paper,
});

const item = z.strictObject({
  /** By id or title. For one that the preparer adds, `asked` and its title. */
  item: text,
  state: z.enum(['asked_again', 'not_available', 'asked']),
  days,
  /** The preparer's note, or why the client has none. */
  words: text,
});

const step = z.strictObject({
  to: z.enum([...returnStatuses, 'paid']),
  days,
  note: text.optional(),
  /** For a review: the path. */
  file: text.optional(),
});

/** The history of one client. */
const story = z.strictObject({
  client: z.strictObject({ phone: text, joined: days, seen: days, preparer: staffKey }),
  /** Last year's. */
  formBefore: form.optional(),
  form: form.optional(),
  draft: z.strictObject({ days, device: text }).optional(),
  folders: z.record(text, days).default({}),
  /** By their paths below the client's root. The extension decides the type. */
  files: z.record(text, file).default({}),
  /** When the preparer downloaded what the client had ticked on the checklist. */
  fetched: days.optional(),
  /** When the preparer confirmed it, except for what `items` says otherwise about. */
  confirmed: days.optional(),
  items: z.array(item).default([]),
  /** By year and kind: "2026 personal". */
  returns: z.record(text, z.array(step)).default({}),
  notes: z.array(z.tuple([staffKey, days, text])).default([]),
  letters: z.array(z.strictObject({ days, template: text, note: text.optional() })).default([]),
});

export type Story = ReturnType<typeof storyOf>;
export type StoryFile = z.infer<typeof file>;

/** The clients from the newest to the finished ones. `{year-1}` in their stories is last year. */
export function storiesOf(year: number): Story[] {
  const json = JSON.stringify({ ...beginning, ...underWay, ...nearTheEnd }).replace(
    /\{year([+-]\d+)?\}/g,
    (_, shift?: string) => String(year + Number(shift ?? 0)),
  );
  const stories = z.record(text, story).parse(JSON.parse(json));
  return Object.entries(stories).map(([name, one]) => storyOf(name, one));
}

/** Hidden questions are among them: the product drops their answers. The routing number was never issued. */
const USUAL: SavedForm = {
  addressDifferent: 'no',
  city: 'New Haven',
  state: 'CT',
  zipCode: '06510',
  referredBy: 'A neighbor',
  businessTaxes: 'no',
  filingStatusChanged: 'no',
  filingStatus: 'Single',
  dependentClaimed: 'no',
  obamacare: 'no',
  healthInsuranceTypes: ['Through Work'],
  cryptocurrency: 'no',
  newDependents: 'no',
  anyDependents: 'no',
  directDeposit: 'no',
  routingNumber: '400000121',
  accountType: 'checking',
  contactMethod: 'text',
};

function storyOf(name: string, { client, formBefore, form, draft, ...rest }: z.infer<typeof story>) {
  const person = personOf(name, client.phone);
  const { name: _, ...contact } = person;
  const sent = ({ days, ...answers }: Form) => ({
    days,
    answers: { ...USUAL, ...contact, ...answers },
  });
  return {
    ...rest,
    ...client,
    person,
    formBefore: formBefore && sent({ isNew: 'yes', ...formBefore }),
    form: form && sent({ ...formBefore, isNew: formBefore ? 'no' : 'yes', ...form }),
    draft: draft && { ...draft, answers: { isNew: 'yes', ...contact } },
  };
}
