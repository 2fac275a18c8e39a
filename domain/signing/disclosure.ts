import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

/** Changes with every change of the text. */
export const DISCLOSURE_VERSION = '2026-11';

export interface DisclosureFacts {
  office: string;
  phone: string;
  email: string;
}

/** What a person must know before signing electronically: 15 U.S.C. 7001(c)(1). One paragraph for each point. */
export function disclosure({ office, phone, email }: DisclosureFacts): MessageDescriptor[] {
  return [
    msg`You can sign this document on paper instead. Call ${{ office }} at ${{ phone }}, and we’ll prepare a paper copy. It costs nothing.`,
    msg`If you agree, you sign this document electronically and get the signed copy in your account here, not by mail. Your agreement is for this document only.`,
    msg`You can take back your agreement until you sign. Choose “I don’t want to sign”, or call us. Then we continue on paper, which may take longer. There is no fee.`,
    msg`After you sign, you can still get a paper copy. Ask us at ${{ phone }}. The first copy is free.`,
    msg`If your email address changes, update it in your account under “Your details”, or tell us at ${{ email }}, so that our messages reach you.`,
    msg`You need a phone, tablet, or computer with a current version of Chrome, Edge, Firefox, or Safari that can show PDF files. This page opens your document to check that. To keep a copy, you need space to save it, or a printer.`,
  ];
}

export const disclosureStatement = msg`I can open and read this PDF on my device, and I agree to sign it electronically.`;
