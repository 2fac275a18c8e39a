import { byStaff, escalations, invalidTokensAtRest } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';
import type { Outcomes } from '../types.ts';

const RESOURCE = 'tax_forms';
const DRAFTS = 'tax_form_drafts';
const REVEAL = 'reveal_tax_answer';

const ownerOnly = {
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

/** A client submits and changes this year's form until the return is filed; staff read it. */
const forms: Row[] = [
  ...rowsFor(RESOURCE, "read A's tax form", {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsForEach(RESOURCE, ["submit A's tax form", "submit A's tax form with its own timestamp"], {
    ...ownerOnly,
    'client A': 'rows:1',
    service: 'rows:1',
    ...escalations('42501/403'),
  }),
  ...rowsFor(RESOURCE, "submit A's tax form", invalidTokensAtRest),
  ...rowsForEach(
    RESOURCE,
    ["submit A's tax form for last year", 'submit an invalid tax form', "set the time of A's tax form"],
    {
      visitor: '42501/401',
      'client A': 'NM422/422',
      'client B': 'NM422/422',
      admin: 'NM422/422',
      super: 'NM422/422',
      service: 'NM422/422',
    },
  ),
  ...rowsFor(RESOURCE, "submit A's tax form after filing", {
    ...ownerOnly,
    'client A': '42501/403',
    service: 'rows:1',
  }),
  ...rowsFor(RESOURCE, "change A's tax form", {
    ...hiddenFromOthers,
    'client A': 'rows:1',
    service: 'rows:1',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor(RESOURCE, "change A's tax form after filing", { ...hiddenFromOthers, 'client A': 'rows:0' }),
  ...rowsFor(RESOURCE, "set the id of A's tax form", { ...ownerOnly, 'client A': '42501/403' }),
  ...rowsFor(RESOURCE, "give A's tax form to B", { ...hiddenFromOthers, 'client A': '42501/403' }),
  ...rowsFor(RESOURCE, "delete A's tax form", {
    ...ownerOnly,
    'client A': '42501/403',
    service: 'rows:1',
    ...invalidTokensAtRest,
    ...escalations('42501/403'),
  }),
];

/** Only staff reveal sensitive answers: one, or all of a form for a reason. */
const reveals: Row[] = [
  ...rowsFor(REVEAL, "reveal A's SSN", {
    visitor: '42501/401',
    'client A': '42501/403',
    'client B': '42501/403',
    admin: 'ok',
    super: 'ok',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('42501/403'),
  }),
  ...rowsFor('reveal_tax_form', "reveal all numbers of A's tax form", byStaff('ok')),
  ...rowsFor(REVEAL, "reveal A's first name", {
    'client A': '42501/403',
    admin: '22023/400',
    super: '22023/400',
  }),
  ...rowsForEach(REVEAL, ['reveal an answer that A left empty', 'reveal an answer of an unknown form'], {
    'client A': '42501/403',
    admin: 'P0002/400',
    super: 'P0002/400',
  }),
  ...rowsFor(REVEAL, "reveal A's SSN with a GET request", {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '25006/405',
  }),
];

/** Only staff print forms. */
const prints: Row[] = [
  ...rowsFor('record_form_print', "record a print of A's tax form", byStaff('ok')),
  ...rowsFor('last_form_print', "ask for the last print of A's tax form", byStaff('ok')),
];

/** Only the client sees a draft; an older version can't overwrite a newer one. */
const drafts: Row[] = [
  ...rowsFor(DRAFTS, "read A's draft", {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:0',
    super: 'rows:0',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor(DRAFTS, "save A's draft", {
    ...ownerOnly,
    'client A': 'rows:1',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('42501/403'),
  }),
  ...rowsFor(DRAFTS, "save A's draft with an old version", {
    ...ownerOnly,
    'client A': 'PT409/409',
  }),
  ...rowsFor(DRAFTS, "delete A's draft", {
    ...hiddenFromOthers,
    'client A': 'rows:1',
    service: '42501/403',
    ...escalations('rows:0'),
  }),
];

export const taxForms: Row[] = [
  ...forms,
  ...reveals,
  ...prints,
  ...drafts,
  ...rowsFor('schema nutmeg', 'read seals of schema nutmeg', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
];
