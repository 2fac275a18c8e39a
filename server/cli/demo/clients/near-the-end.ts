import { deposit, newForm, returningForm } from '../forms.ts';
import { card, figures, income1099, insurance, taxReturn, voidedCheck, w2 } from '../papers/kinds.ts';
import { person } from '../people.ts';
import type { Story } from '../story.ts';

/** Clients after approval: payment, filing, acceptance or rejection. */
export function nearTheEnd(year: number): Story[] {
  const carmen = person('Carmen', 'Díaz', '2035550131');
  const sofia = person('Sofia', 'Rossi', '2035550132');
  const marcus = person('Marcus', 'Johnson', '8605550133');
  const review = `Tax return ${year}.pdf`;
  const before = `Earlier years/Tax return ${year - 1}.pdf`;
  return [
    {
      person: carmen,
      joined: 410.5,
      seen: 6.4,
      formBefore: {
        days: 400.5,
        answers: newForm(carmen, {
          address: '31 Ferry Street',
          ssn: '900-26-4450',
          dobMonth: '7',
          dobDay: '16',
          dobYear: '1969',
          occupation: 'Home health aide',
          healthInsuranceTypes: ['Husky'],
        }),
      },
      form: {
        days: 50.5,
        answers: returningForm(carmen, {
          ssn: '900-26-4450',
          occupation: 'Home health aide',
          healthInsuranceTypes: ['Husky'],
          addressDifferent: 'yes',
          address: '18 Peck Street, 2nd floor',
          city: 'New Haven',
          state: 'CT',
          zipCode: '06513',
        }),
      },
      files: [
        {
          path: 'Tarjeta Husky.jpg',
          paper: insurance('Carmen Díaz', 'Husky Health'),
          days: 49.4,
          item: 'health-insurance',
          fetched: ['dana', 44.35],
        },
        {
          path: 'Licencia de Carmen.jpg',
          paper: card('Driver license', 'Carmen Díaz', `To 07/16/${year + 1}`),
          days: 50.2,
          item: 'photo-id',
          fetched: ['dana', 44.5],
        },
        {
          path: 'W-2 CareAtHome.pdf',
          paper: w2(year - 1, {
            employee: 'Carmen Díaz',
            employer: 'CareAtHome of Connecticut',
            wages: '33,880.00',
            withheld: '2,260.00',
          }),
          days: 50.1,
          item: 'w-2',
          fetched: ['dana', 44.5],
        },
        {
          path: 'Lease Peck Street.pdf',
          paper: figures('Lease', [
            ['Tenant', 'Carmen Díaz'],
            ['From', `February ${year}`],
          ]),
          days: 49.5,
          item: 'proof-of-address',
          fetched: ['dana', 44.4],
        },
        {
          path: review,
          paper: taxReturn(year, 'Tax return', 'Carmen Díaz', [
            ['Total income', '33,880.00'],
            ['Refund', '1,418.00'],
          ]),
          days: 12.4,
          by: 'dana',
          opened: 9.6,
        },
      ],
      items: [
        { item: 'health-insurance', state: 'confirmed', days: 44.05, by: 'dana' },
        { item: '1099', state: 'not_available', days: 49.2, words: 'I had no other work.' },
        { item: 'photo-id', state: 'confirmed', by: 'dana', days: 44.3 },
        { item: 'w-2', state: 'confirmed', by: 'dana', days: 44.2 },
        { item: 'proof-of-address', state: 'confirmed', by: 'dana', days: 44.1 },
      ],
      returns: [
        {
          year: 0,
          kind: 'personal',
          started: ['dana', 44.6],
          steps: [
            { to: 'in_preparation', days: 30.5, by: 'dana' },
            { to: 'ready_for_review', days: 12.2, by: 'dana', file: review },
            { to: 'approved', days: 9.4 },
            {
              to: 'payment_due',
              days: 9.1,
              by: 'dana',
              note: 'The fee is what we agreed on. You can pay online or at our office.',
            },
          ],
        },
      ],
      notes: [['dana', 9.0, 'Speaks Spanish. Simple English is fine for emails.']],
      letters: [{ by: 'dana', days: 2.5, template: 'payment_reminder' }],
    },
    {
      person: sofia,
      joined: 420.5,
      seen: 7.2,
      formBefore: {
        days: 405.5,
        answers: newForm(sofia, {
          address: '402 Chapel Street',
          ssn: '900-38-9913',
          dobMonth: '9',
          dobDay: '1',
          dobYear: '1993',
          occupation: 'Photographer',
          healthInsuranceTypes: ['Marketplace HealthCare.gov (1095-A Form)'],
          obamacare: 'yes',
        }),
      },
      form: {
        days: 55.5,
        answers: returningForm(sofia, {
          ssn: '900-38-9913',
          occupation: 'Photographer',
          obamacare: 'yes',
          healthInsuranceTypes: ['Marketplace HealthCare.gov (1095-A Form)'],
          ...deposit('000389913002'),
        }),
      },
      files: [
        {
          path: 'License.jpg',
          paper: card('Driver license', 'Sofia Rossi', `To 09/01/${year + 3}`),
          days: 55.05,
          item: 'photo-id',
          fetched: ['tom', 48.45],
        },
        {
          path: 'Voided check.jpg',
          paper: voidedCheck('Sofia Rossi'),
          days: 55.04,
          item: 'bank-proof',
          fetched: ['tom', 48.44],
        },
        {
          path: '1099-NEC Wooster Weddings.pdf',
          paper: income1099(year - 1, '1099-NEC', 'Wooster Weddings', 'Sofia Rossi', '41,700.00'),
          days: 55.2,
          item: '1099',
          fetched: ['tom', 48.5],
        },
        {
          path: 'Form 1095-A.pdf',
          paper: figures('Form 1095-A', [
            ['Monthly premium', '412.00'],
            ['Advance credit', '265.00'],
          ]),
          days: 55.1,
          item: '1095-a',
          fetched: ['tom', 48.5],
        },
        {
          path: review,
          paper: taxReturn(year, 'Tax return', 'Sofia Rossi', [
            ['Total income', '41,700.00'],
            ['Balance due', '388.00'],
          ]),
          days: 20.4,
          by: 'tom',
          opened: 18.6,
        },
      ],
      items: [
        { item: 'photo-id', state: 'confirmed', days: 48.2, by: 'tom' },
        { item: 'bank-proof', state: 'confirmed', days: 48.1, by: 'tom' },
        { item: 'w-2', state: 'not_available', days: 54.8, words: 'I work for myself.' },
        { item: '1099', state: 'confirmed', by: 'tom', days: 48.4 },
        { item: '1095-a', state: 'confirmed', by: 'tom', days: 48.3 },
      ],
      returns: [
        {
          year: 0,
          kind: 'personal',
          started: ['tom', 48.6],
          steps: [
            { to: 'in_preparation', days: 35.5, by: 'tom' },
            { to: 'ready_for_review', days: 20.2, by: 'tom', file: review },
            { to: 'approved', days: 18.4 },
            { to: 'payment_due', days: 18.1, by: 'tom' },
            { to: 'paid', days: 7.4, by: 'tom' },
            { to: 'e_filed', days: 2.6, by: 'tom' },
          ],
        },
      ],
    },
    {
      person: marcus,
      joined: 430.5,
      seen: 11.3,
      formBefore: {
        days: 412.5,
        answers: newForm(marcus, {
          address: '14 Dixwell Avenue',
          ssn: '900-47-2065',
          dobMonth: '4',
          dobDay: '27',
          dobYear: '1982',
          occupation: 'Bus driver',
        }),
      },
      form: { days: 70.5, answers: returningForm(marcus, { ssn: '900-47-2065', occupation: 'Bus driver' }) },
      folders: [['Earlier years', 391.5]],
      files: [
        {
          path: 'License.jpg',
          paper: card('Driver license', 'Marcus Johnson', `To 04/27/${year + 1}`),
          days: 70.05,
          item: 'photo-id',
          fetched: ['dana', 64.45],
        },
        {
          path: 'Insurance card.jpg',
          paper: insurance('Marcus Johnson', 'Transit Union Plan'),
          days: 70.04,
          item: 'health-insurance',
          fetched: ['dana', 64.44],
        },
        {
          path: 'W-2 Elm City Transit.pdf',
          paper: w2(year - 1, {
            employee: 'Marcus Johnson',
            employer: 'Elm City Transit',
            wages: '61,205.00',
            withheld: '6,990.00',
          }),
          days: 70.2,
          item: 'w-2',
          fetched: ['dana', 64.5],
        },
        {
          path: review,
          paper: taxReturn(year, 'Tax return', 'Marcus Johnson', [
            ['Total income', '61,205.00'],
            ['Refund', '931.00'],
          ]),
          days: 40.4,
          by: 'dana',
          opened: 38.6,
        },
        {
          path: before,
          paper: taxReturn(year - 1, 'Tax return', 'Marcus Johnson', [
            ['Total income', '58,730.00'],
            ['Refund', '702.00'],
          ]),
          days: 390.5,
          by: 'dana',
          opened: 389.6,
        },
        {
          path: 'W-2 Elm City Transit copy.pdf',
          paper: w2(year - 1, {
            employee: 'Marcus Johnson',
            employer: 'Elm City Transit',
            wages: '61,205.00',
            withheld: '6,990.00',
          }),
          days: 70.1,
          deleted: ['tom', 8.5],
        },
      ],
      items: [
        { item: 'photo-id', state: 'confirmed', days: 64.3, by: 'dana' },
        { item: 'health-insurance', state: 'confirmed', days: 64.2, by: 'dana' },
        { item: '1099', state: 'not_available', days: 69.8, words: 'None.' },
        { item: 'w-2', state: 'confirmed', by: 'dana', days: 64.4 },
      ],
      returns: [
        {
          year: -1,
          kind: 'personal',
          started: ['dana', 408.5],
          steps: [
            { to: 'in_preparation', days: 400.5, by: 'dana' },
            { to: 'ready_for_review', days: 390.4, by: 'dana', file: before },
            { to: 'approved', days: 389.5 },
            { to: 'payment_due', days: 389.2, by: 'dana' },
            { to: 'paid', days: 388.5, by: 'dana' },
            { to: 'e_filed', days: 388.4, by: 'dana' },
            {
              to: 'rejected',
              days: 386.5,
              by: 'dana',
              note: 'The IRS has a different birth date on file. We’re correcting it.',
            },
            { to: 'in_preparation', days: 386.4, by: 'dana' },
            { to: 'ready_for_review', days: 385.5, by: 'dana', file: before },
            { to: 'approved', days: 384.5 },
            { to: 'payment_due', days: 384.4, by: 'dana' },
            { to: 'e_filed', days: 384.3, by: 'dana' },
            { to: 'accepted', days: 382.5, by: 'dana' },
          ],
        },
        {
          year: 0,
          kind: 'personal',
          started: ['dana', 64.6],
          steps: [
            { to: 'in_preparation', days: 55.5, by: 'dana' },
            { to: 'ready_for_review', days: 40.2, by: 'dana', file: review },
            { to: 'approved', days: 38.4 },
            { to: 'payment_due', days: 38.1, by: 'dana' },
            { to: 'paid', days: 30.5, by: 'dana' },
            { to: 'e_filed', days: 30.4, by: 'dana' },
            {
              to: 'accepted',
              days: 28.5,
              by: 'dana',
              note: 'Your refund should arrive within three weeks.',
            },
          ],
        },
      ],
      notes: [['dana', 28.4, 'All done. Stopped by to say thanks.']],
    },
  ];
}
