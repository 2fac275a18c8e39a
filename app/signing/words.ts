import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { FieldKind, RequestStatus } from '#domain/signing/request.ts';

export const fieldNames: Record<FieldKind, MessageDescriptor> = {
  signature: msg`Signature`,
  initials: msg`Initials`,
  date: msg`Date of signing`,
  name: msg`Name`,
  check: msg`Check box`,
  text: msg({ message: 'Text', context: 'field to fill in' }),
};

export const statusNames: Record<RequestStatus, MessageDescriptor> = {
  sent: msg`Sent`,
  partly_signed: msg`Partly signed`,
  signed: msg`Signed by all, sealing`,
  completed: msg`Signed and sealed`,
  declined: msg`Declined`,
  voided: msg`Voided`,
};
