import { byStaff, forbidden, readByOwnerAndStaff, readByStaff } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';

/** The rules of the data apply to staff too. */
const illegal = byStaff('23514/400');

/** Members and staff, through a function. */
const askedByOwnerAndStaff = { ...byStaff('ok'), 'client A': 'ok' } as const;

/** Members read bills that were issued. Only functions write, and only staff call them. */
export const billing: Row[] = [
  ...rowsFor('invoices', "read A's bill", readByOwnerAndStaff),
  ...rowsFor('invoices', "read A's draft of a bill", readByStaff),
  ...rowsFor('invoice_lines', "read the lines of A's bill", readByOwnerAndStaff),
  ...rowsFor('invoice_lines', "read the lines of A's draft", readByStaff),
  ...rowsFor('installments', "read the plan of A's bill", readByOwnerAndStaff),
  ...rowsFor('billing_accounts', "read A's account", readByOwnerAndStaff),
  ...rowsFor('ledger_transactions', "read the ledger's transactions", readByStaff),
  ...rowsFor('ledger_entries', "read the ledger's entries", readByStaff),
  ...rowsForEach('invoices', ["change A's bill", "delete A's draft of a bill", 'add a bill'], forbidden),
  ...rowsFor('invoice_lines', "change a line of A's draft", forbidden),
  ...rowsFor('installments', "change A's plan", forbidden),
  ...rowsFor('billing_accounts', "change A's account", forbidden),
  ...rowsForEach(
    'ledger_transactions',
    [
      'change a transaction of the ledger',
      'delete a transaction of the ledger',
      'add a transaction to the ledger',
    ],
    forbidden,
  ),
  ...rowsForEach(
    'ledger_entries',
    ['change an entry of the ledger', 'add an entry to the ledger'],
    forbidden,
  ),
  ...rowsFor('unmatched_payments', 'read a card payment that fits no bill', readByStaff),
  ...rowsFor('unmatched_payments', 'change a card payment that fits no bill', forbidden),

  ...rowsFor('save_invoice', 'save a bill for A', byStaff('ok')),
  ...rowsFor('save_invoice', 'save an issued bill again', illegal),
  ...rowsFor('delete_invoice_draft', "discard A's draft", byStaff('ok')),
  ...rowsFor('delete_invoice_draft', "discard A's issued bill", illegal),
  ...rowsForEach('issue_invoice', ["issue A's draft", "issue A's bill again"], byStaff('ok')),
  ...rowsFor('record_payment', "record a payment of A's bill", byStaff('ok')),
  ...rowsForEach(
    'record_payment',
    ["record more than is open on A's bill", "record a payment of A's bill for B"],
    illegal,
  ),
  ...rowsFor('apply_credit', "use A's deposit", byStaff('ok')),
  ...rowsFor('refund_payment', "refund A's payment", byStaff('ok')),
  ...rowsFor('refund_payment', 'refund more than was paid', illegal),
  ...rowsFor('refund_credit', "give back A's deposit", byStaff('ok')),
  ...rowsFor('write_off_invoice', "write off A's bill", byStaff('ok')),
  ...rowsFor('void_invoice', "void A's bill", byStaff('ok')),
  ...rowsFor('void_invoice', "void A's bill without a reason", illegal),
  ...rowsFor('reverse_transaction', "undo A's payment", byStaff('ok')),
  ...rowsFor('set_installments', "plan A's bill", byStaff('ok')),
  ...rowsFor('set_installments', 'a plan that does not add up', illegal),
  ...rowsFor('client_payments', "list A's payments", askedByOwnerAndStaff),
  ...rowsFor('client_statement', "read A's statement", askedByOwnerAndStaff),
  ...rowsFor('open_invoices', 'list open bills', byStaff('ok')),
  ...rowsFor('billing_summary', 'sum up the bills', byStaff('ok')),
  ...rowsFor('clients_with_credit', 'list clients with money on account', byStaff('ok')),
  ...rowsFor('ledger_export', 'read the books', byStaff('ok')),
  ...rowsFor('note_billing_export', 'note an export of the books', byStaff('ok')),
  ...rowsFor('settle_unmatched_payment', 'settle a card payment that fits no bill', byStaff('ok')),
];
