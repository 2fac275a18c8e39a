import { allTried, type Outcomes, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

const HERE = 'tax_forms';
const DRAFTS = 'tax_form_drafts';
const REVEAL = 'reveal_tax_answer';

const nobodyElse = {
  visitor: '42501/401',
  'client B': '42501/403',
  admin: '42501/403',
  super: '42501/403',
} satisfies Outcomes;
const hiddenFromOthers = {
  visitor: '42501/401',
  'client B': 'rows:0',
  admin: 'rows:0',
  super: 'rows:0',
} satisfies Outcomes;

/** A client sends and changes the own form of this year until the return is filed; staff read it. */
const forms: Row[] = [
  ...tried(HERE, "read A's tax form", {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...allTried(HERE, ["submit A's tax form", "submit A's tax form with another clock"], {
    ...nobodyElse,
    'client A': 'rows:1',
    service: 'rows:1',
    ...pretenders('42501/403'),
  }),
  ...tried(HERE, "submit A's tax form", strangersAtRest),
  ...allTried(
    HERE,
    [
      "submit A's tax form for last year",
      'submit a tax form that the page would refuse',
      "set the time of A's tax form",
    ],
    {
      visitor: 'NM422/422',
      'client A': 'NM422/422',
      'client B': 'NM422/422',
      admin: 'NM422/422',
      super: 'NM422/422',
      service: 'NM422/422',
    },
  ),
  ...tried(HERE, "submit A's tax form after filing", {
    ...nobodyElse,
    'client A': '42501/403',
    service: 'rows:1',
  }),
  ...tried(HERE, "change A's tax form", {
    ...hiddenFromOthers,
    'client A': 'rows:1',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried(HERE, "change A's tax form after filing", { ...hiddenFromOthers, 'client A': 'rows:0' }),
  ...tried(HERE, "set the id of A's tax form", { ...nobodyElse, 'client A': '42501/403' }),
  ...tried(HERE, "give A's tax form to B", { ...hiddenFromOthers, 'client A': '42501/403' }),
  ...tried(HERE, "delete A's tax form", {
    ...nobodyElse,
    'client A': '42501/403',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('42501/403'),
  }),
];

/** A sensitive answer is opened for staff alone, one at a time. */
const reveals: Row[] = [
  ...tried(REVEAL, "reveal A's SSN", {
    visitor: '42501/401',
    'client A': '42501/403',
    'client B': '42501/403',
    admin: 'ok',
    super: 'ok',
    service: '42501/403',
    ...strangersAtRest,
    ...pretenders('42501/403'),
  }),
  ...tried(REVEAL, "reveal A's first name", {
    'client A': '42501/403',
    admin: '22023/400',
    super: '22023/400',
  }),
  ...allTried(REVEAL, ['reveal an answer that A has not given', 'reveal an answer of no form'], {
    'client A': '42501/403',
    admin: 'P0002/400',
    super: 'P0002/400',
  }),
  ...tried(REVEAL, "reveal A's SSN by a query", {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '25006/405',
  }),
];

/** What isn't sent yet is the client's alone, and an older device can't overwrite what a newer one has saved. */
const drafts: Row[] = [
  ...tried(DRAFTS, "read A's draft", {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:0',
    super: 'rows:0',
    service: '42501/403',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried(DRAFTS, "save A's draft", {
    ...nobodyElse,
    'client A': 'rows:1',
    service: '42501/403',
    ...strangersAtRest,
    ...pretenders('42501/403'),
  }),
  ...tried(DRAFTS, "save A's draft from a device that is behind", {
    ...nobodyElse,
    'client A': 'PT409/409',
  }),
  ...tried(DRAFTS, "delete A's draft", {
    ...hiddenFromOthers,
    'client A': 'rows:1',
    service: '42501/403',
    ...pretenders('rows:0'),
  }),
];

export const taxForms: Row[] = [
  ...forms,
  ...reveals,
  ...drafts,
  ...tried('schema nutmeg', 'read seals of schema nutmeg', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
];
