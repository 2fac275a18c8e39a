import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import {
  acceptsExtension,
  type Content,
  contentOf,
  type Ends,
  extensionOf,
  includes,
  isZip,
  mayHold,
  recognize,
} from './document-types.ts';

/** The sentences tell clients what is wrong, and what to do. */
export type Verdict =
  | { accepted: true; note?: MessageDescriptor }
  | { accepted: false; problem: MessageDescriptor };

export interface NamedEnds extends Ends {
  name: string;
  size: number;
}

const ACCEPTED: Verdict = { accepted: true };
const refused = (problem: MessageDescriptor): Verdict => ({ accepted: false, problem });
const noted = (note: MessageDescriptor): Verdict => ({ accepted: true, note });

const UNPACK = msg`This is a ZIP file. Please open it and send the documents inside.`;

const NEVER: Partial<Record<Content, MessageDescriptor>> = {
  program: msg`This is a program, not a document. Please send a PDF, a photo, or a Word, Excel, CSV, or text document.`,
  script: msg`This is a script, not a document. Please send a PDF, a photo, or a Word, Excel, CSV, or text document.`,
  page: msg`This is a web page, not a document. Please open it, choose Print, then “Save as PDF,” and send us the PDF.`,
  archive: UNPACK,
};

/** What no document has, but a system may recognize: ".settingcontent-ms", or one with dots and spaces after it. */
const oddExtension = (name: string): string =>
  /\.([\w-]*[a-z][\w-]*)[. ]*$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The check of the name and the size alone, before any bytes are read. */
export function checkName(name: string, size?: number): Verdict {
  if (size === 0) {
    return refused(msg`This file is empty. Please save or scan the document again, then send the new file.`);
  }
  const extension = extensionOf(name) || oddExtension(name);
  if (extension === '' || acceptsExtension(extension)) return ACCEPTED;
  if (['zip', 'rar', '7z', 'gz'].includes(extension)) return refused(UNPACK);
  return refused(
    msg`We can’t take files that end in “.${{ extension }}”. Please send a PDF, a photo, or a Word, Excel, CSV, or text document.`,
  );
}

/** The check of the first bytes. A zip is accepted here: only its end tells what is in it. */
export function checkHead(name: string, head: Uint8Array): Verdict {
  const content = recognize(head);
  return content === 'archive' && isZip(head) ? ACCEPTED : checkContent(name, content);
}

/** The complete check: name, size, first and last bytes. */
export function checkDocument({ name, size, head, tail }: NamedEnds): Verdict {
  const byName = checkName(name, size);
  if (!byName.accepted) return byName;
  const content = contentOf({ head, tail });
  const byContent = checkContent(name, content);
  if (!byContent.accepted) return byContent;
  // Word and Excel store locked documents in the old container format.
  if (content === 'ole' && /^(docx|xlsx)$/.test(extensionOf(name))) return noted(LOCKED_DOCUMENT);
  return checkEnd(content, { head, tail });
}

function checkContent(name: string, content: Content): Verdict {
  const extension = extensionOf(name);
  if (mayHold(extension, content)) return ACCEPTED;
  const never = NEVER[content];
  if (never !== undefined) return refused(never);
  if (extension === '') {
    return refused(
      msg`We can’t tell what kind of file this is. Please send a PDF, a photo, or a Word, Excel, CSV, or text document.`,
    );
  }
  if (content === 'unknown') {
    return refused(
      msg`This file is damaged, or it is not really a “.${{ extension }}” file. Please open it on your device to check it. Then save or scan it again and send the new file.`,
    );
  }
  return refused(
    msg`This file’s name ends in “.${{ extension }}”, but it’s a different kind of file. Please open it, save it as a PDF, and send the PDF.`,
  );
}

/** Whether the file is complete. */
function checkEnd(content: Content, { head, tail }: Ends): Verdict {
  if (content === 'pdf') {
    if (!includes(tail, '%%EOF') && !includes(tail, 'startxref')) {
      return refused(
        msg`The end of this PDF is missing. Please download or scan it again, then send the new file.`,
      );
    }
    return includes(tail, '/Encrypt') || includes(head, '/Encrypt') ? noted(LOCKED_PDF) : ACCEPTED;
  }
  if (content === 'png' && !includes(tail, 'IEND')) {
    return refused(
      msg`Part of this picture is missing. Please take or save it again, then send the new one.`,
    );
  }
  // Only a note: some phones append data after the end marker.
  if (content === 'jpeg' && !includes(tail, '\xff\xd9')) {
    return noted(msg`Please check this photo. Part of it may be missing.`);
  }
  return ACCEPTED;
}

const LOCKED_PDF = msg`This PDF is locked with a password. Please call us with the password, or send a copy without one.`;
const LOCKED_DOCUMENT = msg`This document is locked with a password. Please call us with the password, or send a copy without one.`;
