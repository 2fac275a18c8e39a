import { business } from '#app/business.ts';
import { formatRange } from '#app/shared/facts.ts';
import { CHECKLIST_PATH, FILES_PATH, TAX_FORM_PATH } from '#app/shared/portal-paths.ts';
import type { NextAction, ReturnFacts, Wait } from '#domain/returns/return-progress.ts';
import { returnName } from '#domain/returns/tax-return.ts';

export interface NextStep {
  title: string;
  text: string;
  /** A list below the text, such as names of documents. */
  points?: readonly string[];
  action: { label: string; to: string };
}

/** For staff, whose own accounts have no returns. */
export const staffStep: NextStep = {
  title: 'Open a client\u2019s files',
  text: 'Search by name or email, look at what came in, and send back the finished copies.',
  action: { label: 'Go to the client list', to: '/manage' },
};

/** If the data can't be loaded: a step that is always useful. */
export const unknownStep: NextStep = {
  title: 'Send us your tax papers',
  text: 'Take a photo of each page with your phone, or choose files from your computer. A good first one is your W\u20112, the wage form that your employer mails in January.',
  action: { label: 'Upload my papers', to: '/secured-files' },
};

/** What the client has done, as far as it is not part of the action. */
export interface ClientProgress {
  /** The number of documents that the client sent. */
  files: number;
  /** Whether there is a draft of the yearly form. */
  hasDraft?: boolean;
}

/** The text and the link of the next step. */
export function stepInWords(
  action: NextAction,
  year: number,
  { files, hasDraft = false }: ClientProgress,
): NextStep {
  switch (action.do) {
    case 'fill_form':
      if (hasDraft) {
        return {
          title: `Finish your ${year} tax form`,
          text: 'Your answers so far are saved. The form shows which sections are done and which are left.',
          action: { label: 'Continue my tax form', to: TAX_FORM_PATH },
        };
      }
      return {
        title: `Fill in your ${year} tax form`,
        text: `The yearly questions about you, your family and your income. They take about 15 minutes, and you can stop and continue at any time without losing anything. Then we know which documents to ask for.`,
        action: { label: 'Start my tax form', to: TAX_FORM_PATH },
      };
    case 'send_documents':
      return {
        title: action.left === 1 ? 'Send us one more document' : `Send us ${action.left} documents`,
        text: 'Your list says what we need and why. A photo from your phone is fine. Don\u2019t have one of them? Say so on the list, and that item is done too.',
        action: { label: 'Open my list', to: CHECKLIST_PATH },
      };
    case 'send_missing':
      return {
        title: 'We need something more from you',
        text: action.of?.note
          ? `We wrote to you: \u201c${action.of.note}\u201d Already sent it? We will look at it, and you don\u2019t have to do anything.`
          : action.titles.length > 0
            ? 'We continue as soon as we have:'
            : 'Please check your list and your email. Already sent it? We will look at it, and you don\u2019t have to do anything.',
        ...(action.titles.length > 0 && { points: action.titles }),
        action: { label: 'Send it now', to: CHECKLIST_PATH },
      };
    case 'review':
      return {
        title: `Look at ${returnName(action.of)} and approve it`,
        text: 'It is ready. Please read it first. Nothing goes to the tax office before you approve it.',
        action: { label: 'Review my return', to: `/account/returns/${action.of.id}` },
      };
    case 'pay':
      return {
        title: `Pay for ${returnName(action.of)}`,
        text: `Thank you for approving it.${action.of.note ? ` We wrote to you: \u201c${action.of.note}\u201d` : ''} We file it as soon as we have your payment. Already paid? It may take us a business day to record it.`,
        action: { label: 'Choose how to pay', to: '/payment' },
      };
    case 'celebrate':
      return {
        title: `Done: ${returnName(action.of)} was accepted`,
        text: 'The tax office has it and has accepted it. Your copies stay in your files for as long as you need them.',
        action: { label: 'Get my copies', to: FILES_PATH },
      };
    case 'wait':
      return waitInWords(action.for, action.of, files);
  }
}

const nothingToDo = 'You don\u2019t have to do anything now.';
const addMore = { label: 'Add more papers', to: FILES_PATH };
const seeFiles = { label: 'Open my files', to: FILES_PATH };

function waitInWords(wait: Wait, of: ReturnFacts | null, files: number): NextStep {
  const whose = of ? returnName(of) : 'your return';
  switch (wait) {
    case 'reading':
      return {
        title: 'We have your papers',
        text: `${counted(files)} We read them and contact you. ${nothingToDo} Something missing? Add it any time.`,
        action: addMore,
      };
    case 'preparing':
      return {
        title: `We are preparing ${whose}`,
        text: `Most returns are ready in ${formatRange(business.service.personalReturnDays)} business days. ${nothingToDo} We will email you when it is ready to review.`,
        action: addMore,
      };
    case 'correction':
      return {
        title: `We are correcting ${whose}`,
        text: `The tax office sent it back.${of?.note ? ` We wrote to you: \u201c${of.note}\u201d` : ''} That happens, and we will fix it. ${nothingToDo}`,
        action: seeFiles,
      };
    case 'bill':
      return {
        title: 'Thank you for your approval',
        text: `We will send you the bill for ${whose} next, and file it once it is paid. ${nothingToDo}`,
        action: seeFiles,
      };
    case 'filing':
      return {
        title: `We are filing ${whose}`,
        text: `We have your payment, thank you. We are sending the return to the tax office now. ${nothingToDo}`,
        action: seeFiles,
      };
    case 'answer':
      return {
        title: 'Sent to the tax office',
        text: `${capital(whose)} is filed. The answer usually comes within a day or two, and we will email you when it does. ${nothingToDo}`,
        action: seeFiles,
      };
  }
}

function counted(files: number): string {
  if (files === 0) return 'Your list is answered.';
  return `${files === 1 ? 'One file has' : `${files} files have`} reached us safely.`;
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
