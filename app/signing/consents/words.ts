import type { MessageDescriptor } from '@lingui/core';
import type { BadgeTone } from '#app/ui/feedback/badge.tsx';
import { msg } from '#domain/language/message.ts';
import type { ConsentKind, ConsentStatus } from '#domain/signing/consents/consent.ts';

export const kindNames: Record<ConsentKind, MessageDescriptor> = {
  disclose: msg`Consent to disclose`,
  use: msg`Consent to use`,
};

export const stateNames: Record<ConsentStatus | 'expired', MessageDescriptor> = {
  asked: msg`Waiting for an answer`,
  given: msg`Given`,
  expired: msg`Expired`,
  declined: msg`Declined`,
  withdrawn: msg`Withdrawn`,
  canceled: msg`Canceled by us`,
};

export const stateTones: Record<ConsentStatus | 'expired', BadgeTone> = {
  asked: 'accent',
  given: 'success',
  expired: 'neutral',
  declined: 'neutral',
  withdrawn: 'warning',
  canceled: 'neutral',
};
