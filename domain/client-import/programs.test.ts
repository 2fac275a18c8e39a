import { expect, test } from 'vitest';
import { drakeList, lacerteList, proSeriesList } from '#tests/support/client-lists.ts';
import { planImport } from './plan.ts';
import { readClientList } from './read-list.ts';

/** The columns that no client has here. */
const unused = /^(?:Spouse SSN|Spouse Social Security Number|Preparer|Date of Birth|Status)$/;

const read = (bytes: Uint8Array) => {
  const found = readClientList(bytes, TextDecoder);
  if ('fault' in found) throw new Error(found.fault);
  return found.list;
};

test.each([
  [
    'Drake',
    drakeList,
    [
      'José M Peña Jr, 203-555-0143, jose@lists.example, 12 Elm St, Rear house, 3B, Hartford, CT, 06103, 4821',
    ],
    ['Luz Ortiz, luz@lists.example, 203-555-0144'],
    ['Elm Street Bakery LLC, 203-555-0145, bakery@lists.example, 4 Oak Ave, Stamford, CT, 06901, 1234'],
  ],
  [
    'Lacerte',
    lacerteList,
    ['Nora K Lind, 203-555-0151, nora@lists.example, 7 Main St, c/o A. Lind, New Haven, CT, 06510-1234'],
    ['Ben Lind, ben@lists.example, 203-555-0152'],
    ['Lind & Daughters, Inc., 203-555-0153, shop@lists.example, 9 Main St, New Haven, CT, 06510, 4567'],
  ],
  [
    'ProSeries',
    proSeriesList,
    ['Inés Muñoz, 203-555-0161, ines@lists.example, 5 Hill Rd, Unit "A", 2, Derby, CT, 06418, 7788'],
    ['Pablo Muñoz, pablo@lists.example, 203-555-0162'],
    ['Hill Road Trust, 203-555-0163, 6 Hill Rd, Derby, CT, 06418'],
  ],
])('the list of %s needs no choice of columns', (_, bytes, person, spouse, business) => {
  const list = read(bytes);
  expect(list.headings.filter((heading, at) => list.mapping[at] === null && !unused.test(heading))).toEqual(
    [],
  );
  const { clients, refused, leftOut } = planImport(list, list.mapping);
  const line = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ');
  const nameOf = (one: { first_name: string; last_name: string }) =>
    `${one.first_name} ${one.last_name}`.trim();
  const inLine = (one: (typeof clients)[number]) => {
    const { street, apartment, city, state, zip } = one.address;
    return line(nameOf(one), one.phone, one.email, street, apartment, city, state, zip, one.tax_id_last4);
  };
  expect(clients.map(({ kind }) => kind)).toEqual(['couple', 'business']);
  expect(clients.map(inLine)).toEqual([...person, ...business]);
  expect(
    clients.flatMap(({ contacts }) => contacts).map((one) => line(nameOf(one), one.email, one.phone)),
  ).toEqual(spouse);
  expect([refused, [...leftOut]]).toEqual([[], []]);
});
