import type { MessageDescriptor } from '@lingui/core';
import { formatRange } from '#app/shared/facts.ts';
import { CHECKLIST_PATH, FILES_PATH, TAX_FORM_PATH } from '#app/shared/portal-paths.ts';
import type { Office } from '#domain/business/office.ts';
import { msg, plural, select } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import type { NextAction, ReturnFacts } from '#domain/returns/return-progress.ts';

export interface NextStep {
  title: MessageDescriptor;
  /** By sentence. */
  text: readonly MessageDescriptor[];
  /** A list below the text, such as names of documents. */
  points?: readonly Wording[];
  action: { label: MessageDescriptor; to: string };
}

/** For staff, whose own accounts have no returns. */
export const staffStep: NextStep = {
  title: msg`Open a client’s files`,
  text: [msg`Search by name or email, see what came in, and send back the finished copies.`],
  action: { label: msg`Go to the client list`, to: '/manage' },
};

/** If the data can't be loaded: a step that is always useful. */
export const unknownStep: NextStep = {
  title: msg`Send us your tax documents`,
  text: [
    msg`Take a photo of each page with your phone, or choose files from your computer. A good one to start with is your W‑2, the wage form your employer sends in January.`,
  ],
  action: { label: msg`Upload my documents`, to: '/secured-files' },
};

/** What the client has done, as far as it is not part of the action. */
export interface ClientProgress {
  files: number;
  hasDraft?: boolean;
}

export function stepFor(
  action: NextAction,
  year: number,
  { files, hasDraft = false }: ClientProgress,
  office: Office,
): NextStep {
  switch (action.do) {
    case 'fill_form':
      if (hasDraft) {
        return {
          title: msg`Finish your ${{ year }} tax form`,
          text: [msg`Your answers are saved. The form shows which sections are done and which are left.`],
          action: { label: msg`Continue my tax form`, to: TAX_FORM_PATH },
        };
      }
      return {
        title: msg`Fill out your ${{ year }} tax form`,
        text: [
          msg`We ask about you, your family, and your health insurance. It takes about 15 minutes. You can stop anytime and continue later without losing anything. Your answers tell us which documents to ask for.`,
        ],
        action: { label: msg`Start my tax form`, to: TAX_FORM_PATH },
      };
    case 'send_documents':
      return {
        title: msg`Send us ${plural({ count: action.left }, { one: 'one more document', other: '# documents' })}`,
        text: [
          msg`Your list shows what we need and why. A photo from your phone is fine. Don’t have one of them? Tell us on the list, and that item is done too.`,
        ],
        action: { label: msg`Open my list`, to: CHECKLIST_PATH },
      };
    case 'send_missing':
      return {
        title: msg`We need something else from you`,
        text: missingInWords(action),
        ...(action.titles.length > 0 && { points: action.titles }),
        action: { label: msg`Send it now`, to: CHECKLIST_PATH },
      };
    case 'review':
      return {
        title: msg`Review and approve your ${{ year: action.of.year }} ${select({ kind: action.of.kind }, { business: 'business return', other: 'return' })}`,
        text: [msg`It’s ready. Please read it first. Nothing goes to the IRS until you approve it.`],
        action: { label: msg`Review my return`, to: `/account/returns/${action.of.id}` },
      };
    case 'pay':
      return {
        title: msg`Pay for your ${{ year: action.of.year }} ${select({ kind: action.of.kind }, { business: 'business return', other: 'return' })}`,
        text: [
          msg`Thank you for approving it.`,
          ...quoted(action.of),
          msg`We’ll file it as soon as we get your payment. Already paid? It may take us one business day to record it.`,
        ],
        action: { label: msg`Choose how to pay`, to: '/payment' },
      };
    case 'celebrate':
      return {
        title: msg`Done: your ${{ year: action.of.year }} ${select({ kind: action.of.kind }, { business: 'business return', other: 'return' })} was accepted`,
        text: [msg`The IRS has accepted it. Your copies stay in your files for as long as you need them.`],
        action: { label: msg`Get my copies`, to: FILES_PATH },
      };
    case 'wait':
      return waitFor(action, files, office);
  }
}

/** What the office wants, with its own words if there are any. The names of the documents follow as a list. */
function missingInWords({ titles, of }: Extract<NextAction, { do: 'send_missing' }>): MessageDescriptor[] {
  if (titles.length > 0 && !of?.note) return [msg`We’ll continue as soon as we have:`];
  return [
    ...(of?.note ? quoted(of) : [msg`Please check your list and your email.`]),
    msg`Already sent it? We’ll take a look, and you don’t need to do anything.`,
  ];
}

const nothingToDo = msg`You don’t need to do anything right now.`;
const forgotten = msg`Forgot something? You can add it anytime.`;
const addMore = { label: msg`Add more documents`, to: FILES_PATH };
const seeFiles = { label: msg`Open my files`, to: FILES_PATH };

function waitFor(action: Extract<NextAction, { do: 'wait' }>, files: number, office: Office): NextStep {
  if (action.for === 'reading') {
    return {
      // Staff may have noted documents that came on paper.
      title: files === 0 && action.of === null ? msg`Your list is complete` : msg`We have your documents`,
      text: [
        ...(files === 0
          ? [msg`We’ll look through your answers and contact you.`]
          : [
              msg`We received ${plural({ files }, { one: 'one file', other: '# files' })}.`,
              msg`We’ll look through them and contact you.`,
            ]),
        nothingToDo,
        forgotten,
      ],
      action: addMore,
    };
  }
  const { year, kind } = action.of;
  switch (action.for) {
    case 'start':
      return {
        title: msg`We’ll start your ${{ year }} ${select({ kind }, { business: 'business return', other: 'return' })} soon`,
        text: [msg`We haven’t started working on it yet.`, nothingToDo, forgotten],
        action: addMore,
      };
    case 'preparing':
      return {
        title: msg`We’re preparing your ${{ year }} ${select({ kind }, { business: 'business return', other: 'return' })}`,
        text: [
          msg`Most returns are ready in ${{ days: formatRange(office.service.personalReturnDays) }} business days.`,
          nothingToDo,
          msg`We’ll email you when it’s ready to review.`,
        ],
        action: addMore,
      };
    case 'correction':
      return {
        title: msg`We’re correcting your ${{ year }} ${select({ kind }, { business: 'business return', other: 'return' })}`,
        text: [
          msg`The IRS sent it back.`,
          ...quoted(action.of),
          msg`This happens sometimes, and we’ll fix it.`,
          nothingToDo,
        ],
        action: seeFiles,
      };
    case 'bill':
      return {
        title: msg`Thank you for approving your return`,
        text: [
          msg`Next, we’ll send you the bill for your ${{ year }} ${select({ kind }, { business: 'business return', other: 'return' })}. We’ll file it once you’ve paid.`,
          nothingToDo,
        ],
        action: seeFiles,
      };
    case 'filing':
      return {
        title: msg`We’re filing your ${{ year }} ${select({ kind }, { business: 'business return', other: 'return' })}`,
        text: [msg`We got your payment. Thank you! We’re sending your return to the IRS now.`, nothingToDo],
        action: seeFiles,
      };
    case 'answer':
      return {
        title: msg`Sent to the IRS`,
        text: [
          msg`Your ${{ year }} ${select({ kind }, { business: 'business return', other: 'return' })} has been filed. The IRS usually responds within a day or two, and we’ll email you when it does.`,
          nothingToDo,
        ],
        action: seeFiles,
      };
  }
}

const quoted = ({ note }: ReturnFacts) => (note ? [msg`We wrote to you: “${{ note }}”`] : []);
