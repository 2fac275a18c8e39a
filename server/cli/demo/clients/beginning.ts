import { newForm, returningForm } from '../forms.ts';
import { card, figures, letter, w2 } from '../papers/kinds.ts';
import { person } from '../people.ts';
import type { Story } from '../story.ts';

/** Clients at the beginning: an account, a started or submitted form, the first files. */
export function beginning(year: number): Story[] {
  const emily = person('Emily', 'Carter', '2035550111');
  const harold = person('Harold', 'Jensen', '8605550112');
  const rosa = person('Rosa', 'Núñez', '2035550113');
  const jose = person('José', 'Martínez', '4755550114');
  return [
    {
      person: emily,
      joined: 1.4,
      seen: 0.05,
      draft: {
        days: 0.04,
        device: 'Safari on iPhone',
        answers: {
          isNew: 'yes',
          firstName: 'Emily',
          lastName: 'Carter',
          email: emily.email,
          phone: emily.phone,
        },
      },
    },
    {
      person: harold,
      joined: 4.6,
      seen: 4.5,
      files: [
        {
          path: 'IMG_2041.jpg',
          paper: card('Driver license', 'Harold Jensen', `To 06/14/${year + 3}`),
          days: 4.5,
        },
      ],
      notes: [
        [
          'dana',
          4.2,
          'Called. Prefers the phone and will come in for the form. Hard of hearing, so speak slowly.',
        ],
      ],
    },
    {
      person: rosa,
      joined: 9.5,
      seen: 0.2,
      form: {
        days: 1.7,
        answers: newForm(rosa, {
          address: '112 Grand Avenue',
          ssn: '900-04-1207',
          dobMonth: '3',
          dobDay: '18',
          dobYear: '1986',
          occupation: 'Teacher’s aide',
          filingStatus: 'Married Filing Jointly',
          spouseName: 'Luis',
          spouseLastName: 'Núñez',
          spouseSSN: '900-04-1208',
          spouseDobMonth: '11',
          spouseDobDay: '2',
          spouseDobYear: '1984',
          spouseEmail: 'luis.nunez@mail.example',
          spouseOccupation: 'Electrician',
          primaryListed: 'first-time-jointly',
          healthInsuranceTypes: ['Husky'],
          anyDependents: 'yes',
          dependents: [
            {
              firstName: 'Lucía',
              lastName: 'Núñez',
              dobMonth: '5',
              dobDay: '9',
              dobYear: String(year - 7),
              ssn: '900-04-1209',
              relationship: 'Daughter',
              monthsLived: 12,
              daycare: 'yes',
              disabled: 'no',
            },
            {
              firstName: 'Mateo',
              lastName: 'Núñez',
              dobMonth: '8',
              dobDay: '30',
              dobYear: String(year - 4),
              ssn: '900-04-1210',
              relationship: 'Son',
              monthsLived: 12,
              daycare: 'yes',
              disabled: 'no',
            },
          ],
          directDeposit: 'yes',
          routingNumber: '400000121',
          accountNumber: '000412070001',
          accountType: 'checking',
          briefDescription: 'We married in June. Luis changed employers in September.',
        }),
      },
      folders: [['Children', 1.6]],
      files: [
        {
          path: 'Rosa license.jpg',
          paper: card('Driver license', 'Rosa Núñez', `To 03/18/${year + 5}`),
          days: 1.6,
          item: 'photo-id',
        },
        {
          path: 'W-2 Fair Haven Schools.pdf',
          paper: w2(year - 1, {
            employee: 'Rosa Núñez',
            employer: 'Fair Haven Schools',
            wages: '31,480.00',
            withheld: '2,105.00',
          }),
          days: 1.5,
          item: 'w-2',
        },
        {
          path: 'Children/Birth certificate Lucía.jpg',
          paper: letter('Birth certificate', 'Town clerk', 'Lucía Núñez', ['Born in New Haven.']),
          days: 0.3,
        },
        {
          path: 'Children/Daycare receipts.pdf',
          paper: figures('Daycare receipts', [
            ['January to June', '3,900.00'],
            ['July to December', '4,050.00'],
          ]),
          days: 0.2,
        },
      ],
    },
    {
      person: jose,
      joined: 16.3,
      seen: 1.2,
      form: {
        days: 5.8,
        answers: newForm(jose, {
          address: '9 Lombard Street',
          ssn: '900-07-3381',
          dobMonth: '12',
          dobDay: '24',
          dobYear: '1979',
          occupation: 'Line cook',
          healthInsuranceTypes: ['Other'],
          referredBy: 'Rosa Núñez',
        }),
      },
      files: [
        {
          path: 'José ID.jpg',
          paper: card('State ID', 'José Martínez', `To 12/24/${year + 2}`),
          days: 5.7,
          item: 'photo-id',
          fetched: ['tom', 5.1],
        },
        {
          path: 'W-2 Wooster Grill.pdf',
          paper: w2(year - 1, {
            employee: 'José Martínez',
            employer: 'Wooster Grill',
            wages: '38,212.50',
            withheld: '3,011.00',
          }),
          days: 5.6,
          item: 'w-2',
          fetched: ['tom', 5.1],
        },
        {
          path: 'Screenshot health card.png',
          paper: card('Health insurance', 'José Martínez', `Through ${year}`),
          days: 1.3,
          item: 'health-insurance',
        },
      ],
      returns: [{ year: 0, kind: 'personal', started: ['tom', 5.0], steps: [] }],
    },
    {
      person: person('Ana', 'Rivera', '2035550115'),
      joined: 24.5,
      seen: 3.1,
      form: {
        days: 20.5,
        answers: returningForm(person('Ana', 'Rivera', '2035550115'), {
          ssn: '900-11-5520',
          occupation: 'Dental hygienist',
          directDeposit: 'maybe-later',
        }),
      },
      files: [
        {
          path: 'Ana license.jpg',
          paper: card('Driver license', 'Ana Rivera', `To 02/01/${year + 1}`),
          days: 20.2,
          item: 'photo-id',
          fetched: ['dana', 14.8],
        },
        {
          path: 'W-2 Whalley Dental.pdf',
          paper: w2(year - 1, {
            employee: 'Ana Rivera',
            employer: 'Whalley Dental',
            wages: '57,940.00',
            withheld: '6,388.00',
          }),
          days: 20.1,
          item: 'w-2',
          fetched: ['dana', 14.8],
        },
        {
          path: 'Form 1095-C.pdf',
          paper: figures('Form 1095-C', [
            ['Covered', 'All 12 months'],
            ['Employer', 'Whalley Dental'],
          ]),
          days: 19.6,
          item: 'health-insurance',
          fetched: ['dana', 14.7],
        },
        {
          path: 'vacation.jpg',
          paper: letter('Beach', 'A telephone', 'Sent by mistake', ['Not for the office.']),
          days: 20.0,
          deleted: ['dana', 14.6],
        },
      ],
      items: [
        { item: 'photo-id', state: 'confirmed', by: 'dana', days: 14.4 },
        { item: 'w-2', state: 'confirmed', by: 'dana', days: 14.3 },
        { item: 'health-insurance', state: 'confirmed', by: 'dana', days: 14.2 },
        { item: '1099', state: 'not_available', days: 19.2, words: 'I have only my job.' },
      ],
      returns: [
        {
          year: 0,
          kind: 'personal',
          started: ['dana', 15.0],
          steps: [{ to: 'in_preparation', days: 6.5, by: 'dana' }],
        },
      ],
      notes: [
        ['dana', 14.5, 'There was a vacation photo with the documents. Moved it to the trash and told her.'],
      ],
    },
  ];
}
