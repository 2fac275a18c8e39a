import { deposit, newForm, returningForm } from '../forms.ts';
import { card, figures, income1099, insurance, taxReturn, voidedCheck, w2 } from '../papers/kinds.ts';
import { person } from '../people.ts';
import type { Story } from '../story.ts';

/** Clients whose return is being worked on. For one with a business, see business.ts. */
export function underWay(year: number): Story[] {
  const michael = person('Michael', 'O’Brien', '2035550121');
  const priya = person('Priya', 'Patel', '2035550122');
  const david = person('David', 'Kim', '2035550123');
  return [
    {
      person: michael,
      joined: 45.5,
      seen: 2.4,
      form: {
        days: 30.5,
        answers: returningForm(michael, {
          ssn: '900-15-0042',
          occupation: 'Carpenter, also on his own',
          contactMethod: 'call',
          healthInsuranceTypes: ['Obamacare (1095-A Form)'],
          obamacare: 'yes',
        }),
      },
      files: [
        {
          path: 'license front.jpg',
          paper: card('Driver license', 'Michael O’Brien', `To 09/09/${year + 4}`),
          days: 30.2,
          item: 'photo-id',
          fetched: ['tom', 27.8],
        },
        {
          path: 'W-2 Harbor Builders.pdf',
          paper: w2(year - 1, {
            employee: 'Michael O’Brien',
            employer: 'Harbor Builders LLC',
            wages: '44,100.00',
            withheld: '4,020.00',
          }),
          days: 30.1,
          item: 'w-2',
          fetched: ['tom', 27.8],
        },
        {
          path: '1099 blurred.jpg',
          paper: income1099(year - 1, '1099-NEC', 'Elm Street Renovations', 'Michael O’Brien', '11,250.00'),
          days: 29.5,
          item: '1099',
          fetched: ['tom', 27.7],
        },
      ],
      items: [
        { item: 'photo-id', state: 'confirmed', by: 'tom', days: 27.5 },
        { item: 'w-2', state: 'confirmed', by: 'tom', days: 27.4 },
        {
          item: '1099',
          state: 'asked_again',
          by: 'tom',
          days: 3.6,
          words: 'The photo is cut off on the right. Please take it again so we can see all four corners.',
        },
        {
          item: 'Mileage log of your truck',
          state: 'asked',
          by: 'tom',
          days: 3.5,
          words: 'We need dates, miles, and the reason for each trip. A notebook page is fine.',
        },
      ],
      returns: [
        {
          year: 0,
          kind: 'personal',
          started: ['tom', 27.9],
          steps: [
            { to: 'in_preparation', days: 10.5, by: 'tom' },
            {
              to: 'waiting_for_documents',
              days: 3.4,
              by: 'tom',
              note: 'We’re missing two documents: a new photo of your 1099 and your mileage log.',
            },
          ],
        },
      ],
      notes: [
        ['tom', 10.3, 'Had 1099-NEC side work last year too. Ask about mileage and tools.'],
        ['dana', 3.3, 'Called him. He’ll look for the log this weekend.'],
      ],
    },
    {
      person: priya,
      joined: 390.5,
      seen: 1.6,
      formBefore: {
        days: 380.5,
        answers: newForm(priya, {
          address: '77 Orange Street, Apt 4B',
          ssn: '900-21-8834',
          dobMonth: '1',
          dobDay: '30',
          dobYear: '1991',
          occupation: 'Software engineer',
          cryptocurrency: 'yes',
        }),
      },
      form: {
        days: 28.5,
        answers: returningForm(priya, {
          ssn: '900-21-8834',
          occupation: 'Software engineer',
          cryptocurrency: 'yes',
          contactMethod: 'email',
          ...deposit('000218834001'),
        }),
      },
      folders: [['Crypto', 28.2]],
      files: [
        {
          path: 'Insurance card.jpg',
          paper: insurance('Priya Patel', 'Through work'),
          days: 28.05,
          item: 'health-insurance',
          fetched: ['dana', 21.45],
        },
        {
          path: 'Voided check.jpg',
          paper: voidedCheck('Priya Patel'),
          days: 28.02,
          item: 'bank-proof',
          fetched: ['dana', 21.42],
        },
        {
          path: 'Passport.jpg',
          paper: card('Passport', 'Priya Patel', `To 05/05/${year + 6}`),
          days: 28.4,
          item: 'photo-id',
          fetched: ['dana', 21.5],
        },
        {
          path: 'W-2 Science Park Labs.pdf',
          renamedFrom: 'download (3).pdf',
          paper: w2(year - 1, {
            employee: 'Priya Patel',
            employer: 'Science Park Labs Inc.',
            wages: '118,300.00',
            withheld: '21,004.00',
          }),
          days: 28.3,
          item: 'w-2',
          fetched: ['dana', 21.5],
        },
        {
          path: 'Crypto/Statement of the exchange.pdf',
          paper: figures('Yearly statement', [
            ['Proceeds', '6,420.11'],
            ['Cost', '5,904.70'],
          ]),
          days: 28.1,
          item: 'crypto',
          fetched: ['dana', 21.4],
        },
        {
          path: `Tax return ${year}.pdf`,
          paper: taxReturn(year, 'Tax return', 'Priya Patel', [
            ['Total income', '118,815.00'],
            ['Taxable income', '103,765.00'],
            ['Total tax', '18,211.00'],
            ['Refund', '2,793.00'],
          ]),
          days: 2.4,
          by: 'dana',
          opened: 1.6,
        },
      ],
      items: [
        { item: 'health-insurance', state: 'confirmed', days: 21.05, by: 'dana' },
        { item: 'bank-proof', state: 'confirmed', days: 21.04, by: 'dana' },
        { item: 'photo-id', state: 'confirmed', by: 'dana', days: 21.3 },
        { item: 'w-2', state: 'confirmed', by: 'dana', days: 21.2 },
        { item: 'crypto', state: 'confirmed', by: 'dana', days: 21.1 },
        { item: '1099', state: 'not_available', days: 27.8, words: 'None this year.' },
      ],
      returns: [
        {
          year: 0,
          kind: 'personal',
          started: ['dana', 21.6],
          steps: [
            { to: 'in_preparation', days: 12.5, by: 'dana' },
            {
              to: 'ready_for_review',
              days: 2.2,
              by: 'dana',
              file: `Tax return ${year}.pdf`,
              note: 'Please check page 2. Your two sales are listed there.',
            },
          ],
        },
      ],
    },
    {
      person: david,
      joined: 402.5,
      seen: 0.4,
      formBefore: {
        days: 395.5,
        answers: newForm(david, {
          address: '5 Prospect Court',
          ssn: '900-33-6071',
          dobMonth: '6',
          dobDay: '6',
          dobYear: '1988',
          occupation: 'Nurse',
        }),
      },
      form: {
        days: 33.5,
        answers: returningForm(david, {
          ssn: '900-33-6071',
          occupation: 'Nurse',
          ...deposit('000336071009'),
        }),
      },
      folders: [['Earlier years', 371.5]],
      files: [
        {
          path: 'License.jpg',
          paper: card('Driver license', 'David Kim', `To 06/06/${year + 4}`),
          days: 33.05,
          item: 'photo-id',
          fetched: ['tom', 25.48],
        },
        {
          path: 'Insurance card.jpg',
          paper: insurance('David Kim', 'Hill Hospital Plan'),
          days: 33.03,
          item: 'health-insurance',
          fetched: ['tom', 25.47],
        },
        {
          path: 'W-2 Hill Hospital.pdf',
          paper: w2(year - 1, {
            employee: 'David Kim',
            employer: 'Hill Hospital',
            wages: '82,610.00',
            withheld: '10,940.00',
          }),
          days: 33.2,
          item: 'w-2',
          fetched: ['tom', 25.5],
        },
        {
          path: 'Voided check.jpg',
          paper: voidedCheck('David Kim'),
          days: 33.1,
          item: 'bank-proof',
          fetched: ['tom', 25.5],
        },
        {
          path: `Tax return ${year}.pdf`,
          paper: taxReturn(year, 'Tax return', 'David Kim', [
            ['Total income', '82,610.00'],
            ['Taxable income', '67,560.00'],
            ['Total tax', '9,877.00'],
            ['Refund', '1,063.00'],
          ]),
          days: 4.4,
          by: 'tom',
          opened: 0.5,
        },
        {
          path: `Earlier years/Tax return ${year - 1}.pdf`,
          paper: taxReturn(year - 1, 'Tax return', 'David Kim', [
            ['Total income', '79,950.00'],
            ['Refund', '842.00'],
          ]),
          days: 370.5,
          by: 'tom',
          opened: 369.6,
        },
      ],
      items: [
        { item: 'photo-id', state: 'confirmed', days: 25.2, by: 'tom' },
        { item: 'health-insurance', state: 'confirmed', days: 25.1, by: 'tom' },
        { item: '1099', state: 'not_available', days: 32.8, words: 'Only my hospital job.' },
        { item: 'w-2', state: 'confirmed', by: 'tom', days: 25.4 },
        { item: 'bank-proof', state: 'confirmed', by: 'tom', days: 25.3 },
      ],
      returns: [
        {
          year: -1,
          kind: 'personal',
          started: ['tom', 390.5],
          steps: [
            { to: 'in_preparation', days: 380.5, by: 'tom' },
            {
              to: 'ready_for_review',
              days: 370.4,
              by: 'tom',
              file: `Earlier years/Tax return ${year - 1}.pdf`,
            },
            { to: 'approved', days: 369.5 },
            { to: 'payment_due', days: 369.2, by: 'tom' },
            { to: 'paid', days: 366.5, by: 'tom' },
            { to: 'e_filed', days: 366.4, by: 'tom' },
            { to: 'accepted', days: 364.5, by: 'tom' },
          ],
        },
        {
          year: 0,
          kind: 'personal',
          started: ['tom', 25.6],
          steps: [
            { to: 'in_preparation', days: 15.5, by: 'tom' },
            { to: 'ready_for_review', days: 4.2, by: 'tom', file: `Tax return ${year}.pdf` },
            { to: 'approved', days: 0.4 },
          ],
        },
      ],
    },
  ];
}
