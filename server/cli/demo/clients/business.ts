import { newForm } from '../forms.ts';
import { card, figures } from '../papers/kinds.ts';
import { person } from '../people.ts';
import type { Story } from '../story.ts';

/** A business owner with two returns a year, one of which waits for the other. */
export function withBusiness(year: number): Story {
  const nadia = person('Nadia', 'Haddad', '4755550124');
  return {
    person: nadia,
    joined: 60.5,
    seen: 5.3,
    form: {
      days: 40.5,
      answers: newForm(nadia, {
        address: '260 State Street',
        ssn: '900-42-7716',
        dobMonth: '10',
        dobDay: '12',
        dobYear: '1976',
        occupation: 'Owner of a bakery',
        businessTaxes: 'yes',
        businessType: 'S-Corp',
        businessName: 'Haddad Bakery Inc.',
        businessEin: '00-1934402',
        businessState: 'CT',
        businessPartners: '2',
        filingStatus: 'Head of Household',
        anyDependents: 'yes',
        dependents: [
          {
            firstName: 'Samir',
            lastName: 'Haddad',
            dobMonth: '2',
            dobDay: '21',
            dobYear: String(year - 15),
            ssn: '900-42-7717',
            relationship: 'Son',
            monthsLived: 12,
            daycare: 'no',
            disabled: 'no',
          },
        ],
        briefDescription: 'The bakery bought a new oven in March.',
      }),
    },
    folders: [['Bakery', 40.2]],
    files: [
      {
        path: 'Bakery/Profit and loss.pdf',
        paper: figures('Profit and loss', [
          ['Sales', '312,440.00'],
          ['Cost of goods', '121,070.00'],
          ['Payroll', '98,200.00'],
          ['Rent', '36,000.00'],
        ]),
        days: 40.1,
        item: 'business-books',
        fetched: ['grace', 33.5],
      },
      {
        path: 'Bakery/EIN letter.pdf',
        paper: figures('Notice CP 575', [
          ['Name', 'Haddad Bakery Inc.'],
          ['EIN', '00-XXXXXXX'],
        ]),
        days: 40.0,
        item: 'ein-letter',
        fetched: ['grace', 33.5],
      },
      {
        path: 'Bakery/Oven invoice.jpg',
        paper: figures('Invoice', [
          ['Deck oven', '18,900.00'],
          ['Delivery', '450.00'],
        ]),
        days: 5.3,
      },
      {
        path: 'Nadia license.jpg',
        paper: card('Driver license', 'Nadia Haddad', `To 10/12/${year + 2}`),
        days: 39.7,
        item: 'photo-id',
        fetched: ['grace', 33.4],
      },
    ],
    items: [
      { item: 'business-books', state: 'confirmed', by: 'grace', days: 33.3 },
      { item: 'ein-letter', state: 'confirmed', by: 'grace', days: 33.2 },
      { item: 'photo-id', state: 'confirmed', by: 'grace', days: 33.1 },
    ],
    returns: [
      {
        year: 0,
        kind: 'business',
        started: ['grace', 33.6],
        steps: [{ to: 'in_preparation', days: 18.5, by: 'grace' }],
      },
      { year: 0, kind: 'personal', started: ['grace', 33.5], steps: [] },
    ],
    notes: [
      ['grace', 18.4, 'Section 179 for the oven? Decide with her before the end of the year.'],
      ['grace', 5.1, 'Got the invoice. Personal return is waiting for the K-1.'],
    ],
    letters: [
      {
        by: 'grace',
        days: 18.3,
        template: 'message',
        note: 'Your books look good. Please send us the invoice for the oven when you have it.',
      },
    ],
  };
}
