import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

/** Why an act was refused, by the code of the server. */
const problems: Record<string, MessageDescriptor> = {
  not_a_pdf: msg`This file isn’t a PDF. Save or print it as a PDF, and upload that.`,
  broken: msg`This PDF is damaged or too complex. Print it to a new PDF, and upload that.`,
  locked: msg`This PDF has a password. Save a copy without one, and upload that.`,
  too_large: msg`This PDF is too large. A document to sign can have 20 MB.`,
  too_many_pages: msg`This PDF has too many pages. A document to sign can have 200.`,
  has_script: msg`This PDF has a script or a program in it, so what it shows could change. Print it to a new PDF, and upload that.`,
  has_signature: msg`This PDF has a digital signature, or a field for one. Ours would break it. Print it to a new PDF, and upload that.`,
  form_8879: msg`This looks like Form 8879 or another e-file authorization. The IRS requires an identity check for signing it online, so it can’t be signed here. Have it signed on paper.`,
  consent_7216: msg`This looks like a consent to use or disclose tax return information. It can’t be signed as a PDF here. Choose “Ask for a consent” in the case.`,
  too_slow: msg`This PDF takes too long to read. Print it to a new PDF, and upload that.`,
  off_page: msg`A field is outside of its page. Move it onto the page.`,
  no_document: msg`The document is no longer there.`,
  changed: msg`The document or the request has changed. Load the page again.`,
  already_out: msg`This document is out for signature already.`,
  already_signed: msg`This document is signed and sealed already. For a correction, upload a new document.`,
  not_a_signer: msg`One of these people can’t sign for this client anymore. Load the page again.`,
  no_field: msg`Each person needs a field for the signature.`,
  ended: msg`This request has ended. Load the page again.`,
  done: msg`You have signed this document already.`,
  not_yet: msg`Someone else signs first. We’ll email you when it’s your turn.`,
  no_consent: msg`Please agree to sign electronically first.`,
  not_viewed: msg`Please read the document to its end first.`,
  no_reason: msg`Please say why.`,
  incomplete: msg`A required field is empty.`,
  asked_before: msg`This person has said no to this. The law forbids asking again.`,
  asked_already: msg`This person was asked for this already, and hasn’t answered yet.`,
  after_return: msg`The return was given to the client to review. After that, you may not ask for a consent to offer something else.`,
  too_many_open: msg`Too many requests wait for this client’s answer.`,
  no_name: msg`Please type your first and last name.`,
  bad_day: msg`Choose a day from today on, and not more than 10 years ahead.`,
  disclosure_changed: msg`The text that you agreed to has changed. Load the page again.`,
};

/** The reason in words; undefined for an unknown code. */
export function signingRefusal(code: string | undefined): MessageDescriptor | undefined {
  return code !== undefined && Object.hasOwn(problems, code) ? problems[code] : undefined;
}
