import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { type ImportPlan, planImport } from './plan.ts';
import { readClientList } from './read-list.ts';
import { problemsIn, reportFile, reportLines } from './report.ts';
import { BATCH, countsOf, type RowOutcome, runImport } from './run-import.ts';

const HEADINGS = 'First Name,Last Name,Email,Phone,Zip,SSN,Company';

function planOf(...rows: string[]): ImportPlan {
  const read = readClientList(new TextEncoder().encode([HEADINGS, ...rows].join('\n')), TextDecoder);
  if ('fault' in read) throw new Error(read.fault);
  return planImport(read.list, read.list.mapping);
}

/** Which rows are new clients, repeat an earlier one, or are refused. */
function shapeOf(...rows: string[]) {
  const { clients, repeated, refused } = planOf(...rows);
  return {
    clients: clients.map(({ row }) => row),
    repeated: repeated.map(({ row, of }) => [row, of]),
    refused: refused.map(({ row, problem }) => [row, problem]),
  };
}

test.each([
  ['the same email', 'Ana,Diaz,ana@x.example,,,,', 'ANA,Diaz Lopez,ANA@x.example,,,,'],
  ['the same name and phone', 'Ana,Diaz,,2035550142,,,', 'ana,díaz,,(203) 555-0142,,,'],
  ['the same name and ZIP code', 'Ana L,Diaz,,,06103,,', 'Ana,Diaz,,,06103-1234,,'],
  ['the same name and end of the SSN', 'Ana,Diaz,,,,1234,', 'Ana,Diaz,,,,123-45-1234,'],
  ['nothing but the same name', 'Ana,Diaz,,,,,', 'Ana,Diaz,,,,,'],
  ['the same business and email', ',,a@x.example,,,,Acme LLC', ',,a@x.example,,,,"Acme, L.L.C."'],
])('two rows with %s are one client', (_, a, b) => {
  expect(shapeOf(a, b)).toEqual({ clients: [2], repeated: [[3, 2]], refused: [] });
});

test.each([
  ['the end of the SSN', 'Ana,Diaz,,2035550142,06103,1111,', 'Ana,Diaz,,2035550142,06103,2222,'],
  ['the name', 'Ana,Diaz,,2035550142,06103,,', 'Eva,Diaz,,2035550142,06103,,'],
  ['phone and ZIP code', 'Ana,Diaz,,2035550142,06103,,', 'Ana,Diaz,,2035550143,06511,,'],
  ['the middle initial', 'Ana L,Diaz,,2035550142,,,', 'Ana M,Diaz,,2035550142,,,'],
  ['a person and a business', 'Ana,Diaz,a@x.example,,,,', ',,a@x.example,,,,Acme LLC'],
])('two rows that differ in %s are two clients', (_, a, b) => {
  expect(shapeOf(a, b)).toEqual({ clients: [2, 3], repeated: [], refused: [] });
});

test('two people with one email are a question', () => {
  expect(shapeOf(',Diaz,a@x.example,,,,', ',Paz,a@x.example,,,,').refused).toHaveLength(1);
  expect(shapeOf('Ana,Diaz,a@x.example,,,,', 'Eva,Diaz,a@x.example,,,,', ',,b@x.example,,,,')).toEqual({
    clients: [2],
    repeated: [],
    refused: [
      [3, 'email_of_another'],
      [4, 'no_name'],
    ],
  });
});

test('a later row fills in what the first one lacks', () => {
  const { clients } = planOf('Ana,Diaz,,2035550142,,,', 'Ana,Diaz,ana@x.example,2035550142,06103,1234,');
  expect(clients).toMatchObject([
    {
      row: 2,
      email: 'ana@x.example',
      phone: '203-555-0142',
      address: { zip: '06103' },
      tax_id_last4: '1234',
    },
  ]);
});

// The time-out is what fails: a search among all would take minutes.
test('50,000 people with one name take no long search', { timeout: 20_000 }, () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => `Ana,Diaz,,${2_035_550_000 + at},,,`);
  expect(planOf(...rows).clients).toHaveLength(50_000);
});

const outcome = (row: number, more: Partial<RowOutcome> = {}): RowOutcome => ({
  row,
  result: 'new',
  fields: [],
  problem: null,
  ...more,
});

test('sends batches, tells the progress, and stops between them', async () => {
  const plan = planOf(...Array.from({ length: 2 * BATCH + 1 }, (_, at) => `Ana,Diaz${at},,,,,`));
  const progress: number[] = [];
  const send = async (clients: readonly { row: number }[]) => clients.map(({ row }) => outcome(row));
  const all = await runImport(plan, { send, onProgress: (done) => progress.push(done) });
  expect([all.length, progress]).toEqual([2 * BATCH + 1, [BATCH, 2 * BATCH, 2 * BATCH + 1]]);
  const some = await runImport(plan, { send, shouldContinue: () => progress.pop() !== BATCH });
  expect(some).toHaveLength(2 * BATCH);
});

test('reports rows without what they say', () => {
  const plan = planOf(
    'Ana,Diaz,=1+1,2035550142,06103,123-45-6789,',
    'Ana,Diaz,,2035550142,,,',
    ',,x@x.example,,,,',
    'Eva,Paz,,,,,',
    'Bo,Li,,,,,',
  );
  const outcomes = [
    outcome(2),
    outcome(5, { result: 'filled_in', fields: ['phone', 'tax_id'] }),
    outcome(6, { result: 'refused', problem: 'several_clients' }),
  ];
  expect(countsOf(plan, outcomes)).toEqual({ new: 1, filled_in: 1, unchanged: 0, refused: 2, repeated: 1 });
  const lines = reportLines(plan, outcomes, english);
  expect(problemsIn(lines).map(({ row }) => row)).toEqual([2, 4, 6]);
  expect(reportFile(lines, english).split('\r\n')).toEqual([
    '\uFEFFRow,Result,Filled in,Problem',
    '2,New,,The email is not an address and was left out.',
    '3,Same client as an earlier row,,Same client as row 2.',
    '4,Not imported,,The row has no name.',
    '5,Filled in,"phone, last four digits of the tax ID",',
    '6,Not imported,,"Several clients match this row. Merge them if they are the same, or add a phone or email to the row."',
    '',
  ]);
});

test('40 bad rows of 5,000 are reported, and the others are imported', async () => {
  const isBad = (at: number) => at % 125 === 7;
  const rows = Array.from({ length: 5_000 }, (_, at) =>
    isBad(at) ? `,,${at}@x.example,,,,` : `Ana,Diaz${at},,,,,`,
  );
  const plan = planOf(...rows);
  const outcomes = await runImport(plan, { send: async (clients) => clients.map(({ row }) => outcome(row)) });
  expect(countsOf(plan, outcomes)).toMatchObject({ new: 4_960, refused: 40 });
  const bad = rows.flatMap((_, at) => (isBad(at) ? [at + 2] : []));
  expect(problemsIn(reportLines(plan, outcomes, english)).map(({ row }) => row)).toEqual(bad);
});
