import { randomUUID } from 'node:crypto';
import fc from 'fast-check';

/** The books as they should be, and random transactions on them, for `tests/faults/ledger.test.ts`. */

export const CLIENTS_PER_LANE = 5;

interface Bill {
  id: string;
  total: number;
  balance: number;
  writtenOff: number;
  refunded: number;
  state: 'draft' | 'live' | 'void';
}

interface Transaction {
  id: string;
  kind: 'payment' | 'credit_applied' | 'refund' | 'write_off';
  bill: Bill | undefined;
  amount: number;
  payment?: Transaction;
  isUndone: boolean;
}

/** The books of one client as they should be. */
export class Model {
  readonly bills: Bill[] = [];
  readonly transactions: Transaction[] = [];
  credit = 0;
  cash = 0;
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

interface Wish {
  kind: (typeof kinds)[number];
  client: number;
  pick: number;
  /** Of what is possible, in percent: more than 100 has to be refused. */
  percent: number;
  killed: boolean;
  twice: boolean;
}

const kinds = [
  ...['draft', 'issue', 'pay', 'pay', 'pay', 'deposit', 'apply', 'refund', 'refund_credit'],
  ...['write_off', 'void', 'undo', 'undo'],
] as const;

export const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constantFrom(...kinds),
  client: fc.nat(CLIENTS_PER_LANE - 1),
  pick: fc.nat(1000),
  percent: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 100 }) },
    fc.integer({ min: 0, max: 130 }),
  ),
  killed: fc.integer({ min: 0, max: 99 }).map((n) => n < 4),
  twice: fc.integer({ min: 0, max: 99 }).map((n) => n < 8),
});

/** A call, whether it has to succeed, and what it changes. */
interface Plan {
  sql: string;
  values: unknown[];
  isAllowed: boolean;
  apply(): void;
}

const PAY = 'select public.record_payment($1, $2, $3, $4, $5)';

export function plan(model: Model, { kind, pick, percent }: Wish): Plan | undefined {
  const id = randomUUID();
  const live = model.bills.filter(({ state }) => state !== 'draft');
  const one = <T>(list: readonly T[]): T | undefined => list[pick % Math.max(list.length, 1)];
  const share = (whole: number) => Math.round((whole * percent) / 100);
  const note = (transaction: Omit<Transaction, 'id' | 'isUndone'>) =>
    model.transactions.push({ ...transaction, id, isUndone: false });
  switch (kind) {
    case 'draft': {
      const unit = 1 + ((pick * 7919) % 90_000);
      const total = unit + Math.floor((unit * 6350 + 50_000) / 100_000);
      return {
        sql: 'select public.save_invoice($1, $2, $3, current_date, 6350)',
        values: [
          id,
          model.id,
          JSON.stringify([
            { kind: 'service', description: 'Return', quantity: 1, unit_cents: unit, taxable: true },
          ]),
        ],
        isAllowed: true,
        apply: () => model.bills.push({ id, total, balance: 0, writtenOff: 0, refunded: 0, state: 'draft' }),
      };
    }
    case 'issue': {
      const bill = one(model.bills);
      return (
        bill && {
          sql: 'select public.issue_invoice($1)',
          values: [bill.id],
          isAllowed: true,
          apply: () => {
            if (bill.state === 'draft') Object.assign(bill, { state: 'live', balance: bill.total });
          },
        }
      );
    }
    case 'pay': {
      const bill = one(model.bills);
      if (!bill) return undefined;
      const amount = share(bill.balance);
      return {
        sql: PAY,
        values: [id, model.id, amount, 'cash', bill.id],
        isAllowed: bill.state === 'live' && amount > 0 && amount <= bill.balance,
        apply: () => {
          bill.balance -= amount;
          model.cash += amount;
          note({ kind: 'payment', bill, amount });
        },
      };
    }
    case 'deposit': {
      const amount = pick * 10;
      return {
        sql: PAY,
        values: [id, model.id, amount, 'check', null],
        isAllowed: amount > 0,
        apply: () => {
          model.credit += amount;
          model.cash += amount;
          note({ kind: 'payment', bill: undefined, amount });
        },
      };
    }
    case 'apply': {
      const bill = one(live);
      if (!bill) return undefined;
      const amount = share(Math.min(bill.balance, model.credit));
      return {
        sql: 'select public.apply_credit($1, $2, $3)',
        values: [id, bill.id, amount],
        isAllowed: bill.state === 'live' && amount > 0 && amount <= Math.min(bill.balance, model.credit),
        apply: () => {
          bill.balance -= amount;
          model.credit -= amount;
          note({ kind: 'credit_applied', bill, amount });
        },
      };
    }
    case 'refund': {
      const payment = one(model.transactions.filter((transaction) => transaction.kind === 'payment'));
      if (!payment) return undefined;
      const { bill } = payment;
      const left = payment.amount - refundsOf(model, payment);
      const amount = share(left);
      return {
        sql: 'select public.refund_payment($1, $2, $3, $4, $5)',
        values: [id, payment.id, amount, 'cash', 'Test'],
        isAllowed:
          bill !== undefined && bill.state === 'live' && !payment.isUndone && amount > 0 && amount <= left,
        apply: () => {
          if (!bill) return;
          bill.refunded += amount;
          model.cash -= amount;
          note({ kind: 'refund', bill, amount, payment });
        },
      };
    }
    case 'refund_credit': {
      const amount = share(model.credit);
      return {
        sql: 'select public.refund_credit($1, $2, $3, $4, $5)',
        values: [id, model.id, amount, 'cash', 'Test'],
        isAllowed: amount > 0 && amount <= model.credit,
        apply: () => {
          model.credit -= amount;
          model.cash -= amount;
          note({ kind: 'refund', bill: undefined, amount });
        },
      };
    }
    case 'write_off': {
      const bill = one(live);
      if (!bill || pick % 3 > 0) return undefined;
      const amount = share(bill.balance);
      return {
        sql: 'select public.write_off_invoice($1, $2, $3, $4)',
        values: [id, bill.id, amount, 'Test'],
        isAllowed: bill.state === 'live' && amount > 0 && amount <= bill.balance,
        apply: () => {
          bill.balance -= amount;
          bill.writtenOff += amount;
          note({ kind: 'write_off', bill, amount });
        },
      };
    }
    case 'void': {
      const bill = one(live);
      if (!bill || pick % 3 > 0) return undefined;
      return {
        sql: 'select public.void_invoice($1, $2, $3)',
        values: [id, bill.id, 'Test'],
        isAllowed: bill.state === 'live',
        apply: () => {
          model.credit += bill.total - bill.balance - bill.writtenOff - bill.refunded;
          Object.assign(bill, { state: 'void', balance: 0, writtenOff: 0, refunded: 0 });
        },
      };
    }
    case 'undo': {
      const transaction = one(model.transactions);
      return (
        transaction && {
          sql: 'select public.reverse_transaction($1, $2, $3)',
          values: [id, transaction.id, 'Test'],
          isAllowed: mayUndo(model, transaction),
          apply: () => undo(model, transaction),
        }
      );
    }
  }
  return undefined;
}

function refundsOf({ transactions }: Model, payment: Transaction): number {
  return transactions
    .filter((transaction) => transaction.payment === payment && !transaction.isUndone)
    .reduce((sum, transaction) => sum + transaction.amount, 0);
}

function mayUndo(model: Model, transaction: Transaction): boolean {
  if (transaction.isUndone || transaction.bill?.state === 'void') return false;
  if (transaction.kind === 'payment') {
    if (refundsOf(model, transaction) > 0) return false;
    return transaction.bill !== undefined
      ? isStillPaid(transaction.bill, transaction.amount)
      : transaction.amount <= model.credit;
  }
  return transaction.kind === 'credit_applied'
    ? transaction.bill !== undefined && isStillPaid(transaction.bill, transaction.amount)
    : true;
}

/** What was refunded stays covered by what was paid. */
const isStillPaid = (bill: Bill, less: number) =>
  bill.refunded <= bill.total - bill.writtenOff - bill.balance - less;

function undo(model: Model, transaction: Transaction): void {
  transaction.isUndone = true;
  const { bill, amount } = transaction;
  if (transaction.kind === 'payment') model.cash -= amount;
  if (transaction.kind === 'refund') model.cash += amount;
  if (transaction.kind === 'credit_applied') model.credit += amount;
  if (!bill) {
    model.credit += transaction.kind === 'payment' ? -amount : amount;
  } else if (transaction.kind === 'refund') {
    bill.refunded -= amount;
  } else {
    bill.balance += amount;
    if (transaction.kind === 'write_off') bill.writtenOff -= amount;
  }
}
