/**
 * Client lists of three tax programs. None publishes its headings, and each lets the office choose the columns: these are
 * the names of the fields on their screens. The people are invented.
 */

const quoted = (rows: readonly (readonly string[])[], separator: string) =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\r\n');

const windows1252 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Report Manager: a title and a date above, Windows-1252, commas. */
export const drakeList = windows1252(
  `Client List\r\n11/23/2026\r\n\r\n${quoted(
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
  `\uFEFF${quoted(
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
        ...['2001', '', '', '', '', '', '', '', 'Lind & Daughters, Inc.', '', 'S Corporation'],
        ...['9 Main St', '', 'New Haven', 'CT', '06510', '', '203-555-0153', '', 'shop@lists.example'],
        ...['', '', ''],
      ],
    ],
    ',',
  )}\r\n`,
);

/** HomeBase, saved by a spreadsheet of another region: semicolons, Windows-1252, whole names. */
export const proSeriesList = windows1252(
  `${quoted(
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
