import { z } from 'zod';

const text = z.string();
const boxes = z.record(text, text);

/** What differs between papers of one kind, which the first key names. */
export const paper = z.union([
  z.strictObject({ w2: text, wages: text, withheld: text }),
  z.strictObject({ form1099: text, amount: text }),
  z.strictObject({ license: text }),
  z.strictObject({ card: text, valid: text }),
  z.strictObject({ insurance: text }),
  z.strictObject({ voidedCheck: text }),
  z.strictObject({ taxReturn: text, boxes }),
  z.strictObject({ title: text, boxes, lines: z.array(text).optional() }),
]);
export type Paper = z.infer<typeof paper>;

/** What is printed on a paper. All of it is invented. */
export interface Print {
  title: string;
  /** Labels and values: "Employer", "Elm City Bakery". */
  boxes: Readonly<Record<string, string>>;
  /** Sentences below the boxes. */
  lines?: readonly string[] | undefined;
  /** Of a PDF. Each page repeats the boxes. */
  pages?: number;
}

/** @param year in which the client sends it */
export function printOf(paper: Paper, name: string, year: number): Print {
  if ('w2' in paper) {
    return {
      title: `W-2 Wage and Tax Statement ${year - 1}`,
      boxes: {
        'a  Employee’s number': 'XXX-XX-XXXX',
        '1  Wages, tips, other': paper.wages,
        'c  Employer': paper.w2,
        '2  Federal tax withheld': paper.withheld,
        'e  Employee': name,
        '15  State': 'CT',
      },
    };
  }
  if ('form1099' in paper) {
    const { form1099: payer, amount } = paper;
    const boxes = { Payer: payer, Amount: amount, Recipient: name, Account: 'XXXX-0000' };
    return { title: `1099-NEC ${year - 1}`, boxes };
  }
  if ('license' in paper) {
    return printOf({ card: 'Driver license', valid: `To ${paper.license}` }, name, year);
  }
  if ('card' in paper) {
    const boxes = { Name: name, Number: 'XXX-XX-XXXX', Valid: paper.valid, State: 'Connecticut' };
    return { title: paper.card, boxes };
  }
  if ('insurance' in paper) {
    return { title: 'Health insurance card', boxes: { Insured: name, Insurer: paper.insurance } };
  }
  if ('voidedCheck' in paper) {
    const boxes = { 'Account of': name, 'Pay to': 'VOID', Routing: paper.voidedCheck, Amount: 'VOID' };
    return { title: 'Voided check', boxes };
  }
  if ('taxReturn' in paper) {
    return {
      title: `Tax return ${paper.taxReturn}, for review`,
      boxes: { Taxpayer: name, 'Prepared by': 'Our office', ...paper.boxes },
      lines: ['Please read every page. We won’t file anything until you approve it.'],
      pages: 2,
    };
  }
  return paper;
}
