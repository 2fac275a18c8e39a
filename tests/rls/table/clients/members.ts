import type { Row } from '../../rows.ts';
import type { Caller, Member, Outcome } from '../../types.ts';

type Right = 'see' | 'upload' | 'answer' | 'sign' | 'manage';

const rightsOf: Record<Member, readonly Right[]> = {
  'spouse of A': ['see', 'upload', 'answer', 'sign', 'manage'],
  'helper of A who uploads': ['see', 'upload'],
  'helper of A who answers': ['see', 'answer'],
  'helper of A who signs': ['see', 'sign'],
  'helper of A who sees': ['see'],
  'former spouse of A': [],
  'former helper of A': [],
};

/** What a member with this right does like client A, and everyone else like client B. */
const needed: Record<Right, readonly Row['operation'][]> = {
  see: [
    "read the entry of A's file",
    "list A's folder",
    "list the rest of A's folder",
    "download A's file",
    "get info of A's file",
    "create a signed URL for A's file",
    "check whether A's file exists",
    "read the events of A's file",
    "read A's return",
    "read the steps of A's return",
    "read A's tax form",
    "read A's checklist item",
    "read the files of A's checklist item",
    "read A's message",
    "read A's request for a signature",
    "read the signers of A's request",
    "read the fields of A's request",
    "read the files of A's message",
    "read who has read A's messages",
    "list A's thread",
    "count A's open questions",
    "see how far A's thread was read",
    "mark A's messages as read",
    "read A's bill",
    "read the lines of A's bill",
    "read the plan of A's bill",
    "read A's account",
    "list A's payments",
    "read A's statement",
  ],
  upload: [
    "upload into A's folder",
    "create a signed upload URL in A's folder",
    "create a folder in A's folder",
    "upload under the name of A's file",
    "move within A's folder",
    "copy within A's folder",
    "list A's unfinished uploads",
  ],
  answer: [
    "submit A's tax form",
    "submit A's tax form with its own timestamp",
    "change A's tax form",
    "give A's tax form to B",
    "read A's draft",
    "save A's draft",
    "save A's draft with an old version",
    "delete A's draft",
    "mark A's item as not available",
    "send A's file for A's item",
    'write to the office for A',
    "answer A's question with A's file",
    "send B's file for A",
  ],
  sign: [
    "approve A's return",
    "approve A's return with the hash of another file",
    "approve A's return after its file changed",
    "approve A's return without a name",
    "approve A's return before review",
  ],
  manage: ["end the access of A's helper"],
};

/** What no member does: the person's own account, what only triggers and functions write, and the work of staff. */
const never: readonly Row['operation'][] = [
  "read A's profile",
  "set A's first_name",
  "set A's last_name",
  "set A's phone",
  "set A's language",
  "set A's role",
  "set A's email",
  "delete A's profile",
  "end A's session",
  "read A's appointment",
  "raise the download count of A's entry",
  "point A's entry at B's file",
  "delete A's entry",
  "remove A's file",
  "overwrite A's file",
  "replace A's file",
  "add an event to A's file",
  "read A's deleted file in the trash",
  "restore A's deleted file",
  "mark A's file as new",
  "set the status of A's return",
  "add a return of A's",
  "delete A's return",
  "put A's return up for review",
  "record A's payment",
  "delete A's tax form",
  "submit A's tax form after filing",
  "change A's tax form after filing",
  "reveal A's SSN",
  "update A's checklist item directly",
  "confirm A's checklist item",
  'read a note about A',
  "read A's tax number",
  "save A's tax number",
  "change A's tax number",
  "give A's tax number to B",
  "delete A's tax number",
  "reveal A's tax number",
  "change A's message directly",
  "delete A's message",
  "add a message to A's thread directly",
  "attach A's file directly",
  "set a mark in A's thread directly",
  'write to A for the office',
  "mark A's messages as read by the office",
  "say that A's message needs no reply",
  "say that A's question needs no answer",
  'ask whether someone reads for A',
  'list the clients who wait for a reply',
  "change A's request for a signature",
  "delete A's request for a signature",
  "mark A's request as signed",
  "move a field of A's request",
  "read A's consent to sign electronically",
  'consent for A directly',
  "read the events of A's request",
  "change an event of A's request",
  "delete an event of A's request",
  "verify the events of A's request",
  'list what A has to sign',
  'list who may sign for A',
  "read A's overview",
  'let a helper of A manage',
  'add a member to A directly',
  'extend a membership of A directly',
  "end a membership of A's spouse",
  "rename A's client directly",
  "delete A's client directly",
  "read A's draft of a bill",
  "read the ledger's transactions",
  "change A's bill",
  "record a payment of A's bill",
  "void A's bill",
];

/** Where a member who sees a row gets another answer than client B, who doesn't. */
const whoSees: Partial<Record<Row['operation'], Outcome>> = {
  "move within A's folder": 'storage:403',
  "copy within A's folder": 'storage:403',
  "upload under the name of A's file": 'storage:403',
};

/** Whether another member with more rights is refused, too, or one with fewer rights is allowed, too. */
function isImplied(as: Member, right: Right | undefined): boolean {
  // The former helper is the only one whose relation is the owner's.
  if (right === undefined) return as !== 'spouse of A' && as !== 'former helper of A';
  if (right !== 'see') return as === 'helper of A who sees';
  return as.startsWith('helper of A who ') && as !== 'helper of A who sees';
}

/** The rows of the members, derived from those of clients A and B. */
export function membersOfA(rows: readonly Row[]): Row[] {
  const rowOf = (operation: Row['operation'], as: Caller) => {
    const row = rows.find((row) => row.operation === operation && row.as === as);
    if (!row) throw new Error(`There is no row "${operation}" as ${as}`);
    return row;
  };
  const rowsWith = (operation: Row['operation'], right: Right | undefined) =>
    Object.entries(rightsOf).map(([as, rights]) => {
      const allowed = right !== undefined && rights.includes(right);
      const row = rowOf(operation, allowed ? 'client A' : 'client B');
      const seen = !allowed && rights.includes('see') ? whoSees[operation] : undefined;
      return {
        ...row,
        as: as as Member,
        expect: seen ?? row.expect,
        implied: isImplied(as as Member, right),
      };
    });
  return [
    ...Object.entries(needed).flatMap(([right, operations]) =>
      operations.flatMap((operation) => rowsWith(operation, right as Right)),
    ),
    ...never.flatMap((operation) => rowsWith(operation, undefined)),
  ];
}
