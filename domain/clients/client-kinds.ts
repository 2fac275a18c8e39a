import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { ClientKind } from './membership.ts';

export const clientKinds = ['person', 'couple', 'business'] as const satisfies readonly ClientKind[];

export const kindNames: Record<ClientKind, MessageDescriptor> = {
  person: msg({ message: 'Person', context: 'kind of client' }),
  couple: msg({ message: 'Couple', context: 'kind of client' }),
  business: msg({ message: 'Business', context: 'kind of client' }),
};

export function isClientKind(text: string): text is ClientKind {
  return (clientKinds as readonly string[]).includes(text);
}
