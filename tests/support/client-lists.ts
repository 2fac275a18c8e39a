/** Client lists as tax programs export them, each shaped differently. All clients are different. */

const FIRST = ['María', 'John', 'Ana', 'José', 'Linda', 'Robert', 'Núria', 'Wei', 'Fatima', 'Olu'];
const LAST = [
  'Peña',
  'Smith',
  'Diaz',
  'O’Brien',
  'Johnson',
  'Kowalski',
  'Nguyen',
  'Okafor',
  'Rossi',
  'Silva',
];

/** The words of a number, so that names differ in letters. */
const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const firstName = (n: number) => FIRST[n % FIRST.length] ?? '';
const lastName = (n: number) => `${LAST[Math.floor(n / 10) % LAST.length]}-${letters(n)}`;
const phone = (n: number) => `(203) ${200 + Math.floor(n / 10_000)}-${String(n % 10_000).padStart(4, '0')}`;
const ssn = (n: number) => `${500 + Math.floor(n / 1000)}-${10 + (n % 80)}-${String(1000 + (n % 9000))}`;
const zip = (n: number) => `06${String(100 + (n % 900))}`;

const quoted = (cells: readonly string[], separator: string) =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator);

function listOf(headings: string[], count: number, row: (n: number) => string[], separator: string): string {
  const rows = Array.from({ length: count }, (_, n) => row(n));
  return `${[headings, ...rows].map((cells) => quoted(cells, separator)).join('\r\n')}\r\n`;
}

/** Taxpayer and spouse in columns of their own, in capitals, with whole SSNs; commas, UTF-8 with a mark. */
export function columnsList(count: number): Uint8Array {
  const headings = [
    ...['Client ID', 'TP First Name', 'TP MI', 'TP Last Name', 'TP SSN', 'SP First Name', 'SP SSN'],
    ...['Address', 'Apt', 'City', 'State', 'Zip', 'TP Cell Phone', 'TP Email', 'Return Type'],
  ];
  const row = (n: number) => [
    ...[ssn(n), firstName(n).toUpperCase(), n % 3 === 0 ? 'Q' : '', lastName(n).toUpperCase(), ssn(n)],
    ...[n % 2 === 0 ? 'PAT' : '', n % 2 === 0 ? ssn(n + 1) : ''],
    ...[`${n} Elm St\nRear`, '', 'Hartford', 'CT', zip(n).slice(1), phone(n), `c${n}@lists.example`, '1040'],
  ];
  return new TextEncoder().encode(`\uFEFF${listOf(headings, count, row, ',')}`);
}

/** "Last, First & Spouse" in one cell below a title; semicolons, Windows-1252. */
export function combinedList(count: number): Uint8Array {
  const row = (n: number) => [
    `${lastName(n + 100_000)}, ${firstName(n)}${n % 2 === 0 ? ' & Luz' : ''}`.replaceAll('’', "'"),
    ...[`${n} Oak Ave`, `New Haven, CT ${zip(n)}-1234`, phone(n + 10_000), `***-**-${1000 + (n % 9000)}`],
  ];
  const headings = ['Taxpayer/Spouse Name', 'Street', 'City, State, ZIP', 'Home Phone', 'SSN/EIN'];
  const text = `Client List\r\n\r\n${listOf(headings, count, row, ';')}`;
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** People and businesses of a spreadsheet, many with nothing but a name; tabs. */
export function sheetList(count: number): Uint8Array {
  const isBusiness = (n: number) => n % 4 === 0;
  const row = (n: number) => [
    isBusiness(n) ? `Store ${letters(n)} LLC` : `${firstName(n)} ${lastName(n + 200_000)}`,
    isBusiness(n) ? 'Business' : 'Individual',
    n % 5 === 0 ? `s${n}@lists.example` : '',
    n % 3 === 0 ? `${n} Main St, Stamford, CT ${zip(n)}` : '',
    n % 2 === 0 ? 'Spanish' : '',
  ];
  return new TextEncoder().encode(
    listOf(['Client', 'Type', 'Email', 'Address', 'Language'], count, row, '\t'),
  );
}

// Of three tax programs. None publishes its headings, and each lets the office choose the columns: these are the names of the
// fields on their screens.

const rowsOf = (rows: readonly (readonly string[])[], separator: string) =>
  rows.map((cells) => quoted(cells, separator)).join('\r\n');

const windows1252 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Report Manager: a title and a date above, Windows-1252, commas. */
export const drakeList = windows1252(
  `Client List\r\n11/23/2026\r\n\r\n${rowsOf(
    [
      [
        ...['SSN/EIN', 'Taxpayer First Name', 'Taxpayer Initial', 'Taxpayer Last Name', 'Suffix'],
        ...['Spouse First Name', 'Spouse Initial', 'Spouse Last Name', 'Spouse SSN', 'Business Name'],
        ...['Mailing Address', 'Apt #', 'City', 'State', 'ZIP', 'Daytime Telephone', 'Cell Phone'],
        ...['Work Phone', 'Taxpayer Email', 'Spouse Email', 'Spouse Cell Phone', 'Return Type', 'Preparer'],
      ],
      [
        ...['***-**-4821', 'JOSÉ', 'M', 'PEÑA', 'JR', 'LUZ', '', 'ORTIZ', '***-**-4822', ''],
        ...['12 Elm St\nRear house', '3B', 'Hartford', 'CT', '06103', '2035550142', '(203) 555-0143'],
        ...['', 'jose@lists.example', 'luz@lists.example', '2035550144', '1040', 'SD'],
      ],
      [
        ...['**-***1234', '', '', '', '', '', '', '', '', 'Elm Street Bakery LLC'],
        ...['4 Oak Ave', '', 'Stamford', 'CT', '06901', '203-555-0145', ''],
        ...['', 'bakery@lists.example', '', '', '1120S', 'SD'],
      ],
    ],
    ',',
  )}\r\n`,
);

/** Client > Export: UTF-8 with a mark, commas, the first name with the initial. */
export const lacerteList = new TextEncoder().encode(
  `\uFEFF${rowsOf(
    [
      [
        ...['Client Number', 'First Name & Initial', 'Last Name', 'Title/Suffix', 'Social Security Number'],
        ...['Spouse First Name & Initial', 'Spouse Last Name', 'Spouse Social Security Number'],
        ...['Name of Entity', 'Federal ID Number', 'Tax Type', 'Street Address', 'Apartment Number', 'City'],
        ...['State', 'ZIP Code', 'Home Phone', 'Work Phone', 'Mobile Telephone', 'E-mail Address'],
        ...['Spouse E-mail Address', 'Spouse Mobile Phone', 'Date of Birth'],
      ],
      [
        ...['1001', 'Nora K', 'Lind', '', '', 'Ben', '', '', '', '', 'Individual'],
        ...['7 Main St,\nc/o A. Lind', '', 'New Haven', 'CT', '06510-1234', '203-555-0150', ''],
        ...['203-555-0151', 'nora@lists.example', 'ben@lists.example', '203-555-0152', '4/5/1980'],
      ],
      [
        ...['2001', '', '', '', '', '', '', '', 'Lind & Daughters, Inc.', '06-1234567', 'S Corporation'],
        ...['9 Main St', '', 'New Haven', 'CT', '06510', '', '203-555-0153', '', 'shop@lists.example'],
        ...['', '', ''],
      ],
    ],
    ',',
  )}\r\n`,
);

/** HomeBase, saved by a spreadsheet of another region: semicolons, Windows-1252, whole names. */
export const proSeriesList = windows1252(
  `${rowsOf(
    [
      [
        ...['Client Name', 'File Name', 'SSN/EIN', 'Return Type', 'Taxpayer E-mail', 'Spouse E-mail'],
        ...['Home Phone', 'Taxpayer Cell Phone', 'Taxpayer Work Phone', 'Spouse Cell Phone'],
        ...['Street Address', 'Apt No.', 'City', 'State', 'Zip Code', 'Status', 'Preparer'],
      ],
      [
        ...[
          'Muñoz, Inés & Pablo',
          'munoz',
          'XXX-XX-7788',
          '1040',
          'ines@lists.example',
          'pablo@lists.example',
        ],
        ...['203 555 0160', '203 555 0161', '', '203 555 0162', '5 Hill Rd\nUnit "A"', '2', 'Derby', 'CT'],
        ...['06418', 'In progress', 'SD'],
      ],
      [
        ...[
          'Hill Road Trust',
          'hill',
          '',
          '1041',
          '',
          '',
          '',
          '',
          '2035550163',
          '',
          '6 Hill Rd',
          '',
          'Derby',
        ],
        ...['CT', '06418', 'New', 'SD'],
      ],
    ],
    ';',
  )}\r\n`,
);
