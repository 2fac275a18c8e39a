import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { allRights, type Client, type Relation, type Right } from './membership.ts';

export const relationNames: Record<Relation, MessageDescriptor> = {
  self: msg`Person`,
  spouse: msg`Spouse`,
  owner: msg`Owner`,
  helper: msg`Helper`,
};
export const isRelation = (text: string): text is Relation => Object.hasOwn(relationNames, text);
export const relationName = (relation: Relation): MessageDescriptor => relationNames[relation];

const rightNames: Record<Right, MessageDescriptor> = {
  see: msg`See everything`,
  upload: msg`Upload and sort documents`,
  answer: msg`Fill out the tax form and the document list`,
  sign: msg`Approve returns`,
  manage: msg`Decide who has access`,
};
export const rightName = (right: Right): MessageDescriptor => rightNames[right];

/** What a member may do, in plain words. */
export function rightsInWords({
  rights,
  lastYear,
}: Pick<Client, 'rights' | 'lastYear'>): MessageDescriptor[] {
  if (lastYear !== null) return [msg`See what is from ${{ year: lastYear }} or earlier`];
  return allRights.filter((right) => rights.includes(right)).map((right) => rightNames[right]);
}
