import type { Paper } from './papers.ts';

/** The kinds of documents that clients send. */

interface Wages {
  employee: string;
  employer: string;
  wages: string;
  withheld: string;
}

export const w2 = (year: number, { employee, employer, wages, withheld }: Wages): Paper => ({
  title: `W-2 Wage and Tax Statement ${year}`,
  boxes: [
    ['a  Employee’s number', 'XXX-XX-XXXX'],
    ['1  Wages, tips, other', wages],
    ['c  Employer', employer],
    ['2  Federal tax withheld', withheld],
    ['e  Employee', employee],
    ['15  State', 'CT'],
  ],
});

export const income1099 = (year: number, form: string, payer: string, to: string, amount: string): Paper => ({
  title: `${form} ${year}`,
  boxes: [
    ['Payer', payer],
    ['Amount', amount],
    ['Recipient', to],
    ['Account', 'XXXX-0000'],
  ],
});

export const card = (title: string, name: string, detail: string): Paper => ({
  title,
  boxes: [
    ['Name', name],
    ['Number', 'XXX-XX-XXXX'],
    ['Valid', detail],
    ['State', 'Connecticut'],
  ],
});

export const letter = (title: string, from: string, to: string, lines: readonly string[]): Paper => ({
  title,
  boxes: [
    ['From', from],
    ['To', to],
  ],
  lines,
});

export const figures = (title: string, boxes: Paper['boxes']): Paper => ({ title, boxes });

/** The documents that the office sends for review. */
export const taxReturn = (year: number, kind: string, name: string, boxes: Paper['boxes']): Paper => ({
  title: `${kind} ${year}, for review`,
  boxes: [['Taxpayer', name], ['Prepared by', 'Our office'], ...boxes],
  lines: ['Please read every page. We won’t file anything until you approve it.'],
  pages: 2,
});

export const insurance = (name: string, insurer: string): Paper =>
  figures('Health insurance card', [
    ['Insured', name],
    ['Insurer', insurer],
  ]);

export const voidedCheck = (name: string): Paper =>
  figures('Voided check', [
    ['Account of', name],
    ['Pay to', 'VOID'],
    ['Routing', '400000121'],
    ['Amount', 'VOID'],
  ]);
