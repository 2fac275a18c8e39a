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
