import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import { isWithin, lastStepOf, parentOf } from './folders.ts';

export interface DocumentEvent {
  readonly id: number;
  readonly actor_name: string | null;
  readonly actor_role: string;
  readonly action: string;
  /** Null for a folder. */
  readonly document_id: string | null;
  readonly path: string;
  readonly new_path: string | null;
  readonly file_count: number | null;
  readonly via: string | null;
}

/** The actor's name, or role. */
export function whoDid({ actor_name: name, actor_role: role }: DocumentEvent): Wording {
  if (name) return name;
  if (role === 'client') return msg`The client`;
  return role === 'service' ? msg`A program our office uses` : msg`Our office`;
}

/** The event as a sentence without a period: "Dana Lee renamed w2.pdf to W-2 2025.pdf". */
export function whatWasDone(event: DocumentEvent, who: string): MessageDescriptor {
  return event.document_id === null ? folderSentence(event, who) : fileSentence(event, who);
}

type FileSentence = (event: DocumentEvent, who: string, name: string) => MessageDescriptor;

const fileSentences: Readonly<Record<string, FileSentence>> = {
  opened: (_, who, name) => msg`${{ who }} opened ${{ name }}`,
  downloaded: ({ via }, who, name) => {
    if (via === 'copy') return msg`${{ who }} copied ${{ name }} to another place`;
    return via === 'archive'
      ? msg`${{ who }} downloaded ${{ name }} in a zip file`
      : msg`${{ who }} downloaded ${{ name }}`;
  },
  uploaded: ({ via }, who, name) => {
    if (via === 'replacement') return msg`${{ who }} replaced ${{ name }}`;
    if (via === 'rotation') return msg`${{ who }} rotated ${{ name }}`;
    if (via === 'split') return msg`${{ who }} split a file and got ${{ name }}`;
    if (via === 'join') return msg`${{ who }} joined files in ${{ name }}`;
    return msg`${{ who }} added ${{ name }}`;
  },
  renamed: ({ path, new_path }, who, name) =>
    msg`${{ who }} renamed ${{ name }} to ${{ newName: lastStepOf(new_path ?? path) }}`,
  moved: ({ new_path: newPath }, who, name) => {
    if (newPath === null) return msg`${{ who }} removed ${{ name }}`;
    return parentOf(newPath) === ''
      ? msg`${{ who }} moved ${{ name }} to Home`
      : msg`${{ who }} moved ${{ name }} to ${{ folder: parentOf(newPath) }}`;
  },
  deleted: (_, who, name) => msg`${{ who }} deleted ${{ name }}`,
  restored: ({ new_path: newPath }, who, name) =>
    newPath === null
      ? msg`${{ who }} restored ${{ name }}`
      : msg`${{ who }} restored ${{ name }} as ${{ newName: lastStepOf(newPath) }}`,
  marked_new: (_, who, name) => msg`${{ who }} marked ${{ name }} as new`,
  marked_used: (_, who, name) => msg`${{ who }} marked ${{ name }} as used`,
  marked_unused: (_, who, name) => msg`${{ who }} marked ${{ name }} as not used`,
  marked_seen: (_, who, name) => msg`${{ who }} marked ${{ name }} as seen`,
  marked_unseen: (_, who, name) => msg`${{ who }} marked ${{ name }} as not seen`,
};
export const fileActions: readonly string[] = Object.keys(fileSentences);

function fileSentence(event: DocumentEvent, who: string): MessageDescriptor {
  const name = lastStepOf(event.path);
  const known = Object.hasOwn(fileSentences, event.action) ? fileSentences[event.action] : undefined;
  return known?.(event, who, name) ?? msg`${{ who }} changed ${{ name }}`;
}

function folderSentence(
  { action, path, new_path: newPath, file_count: count, via }: DocumentEvent,
  who: string,
) {
  const name = lastStepOf(path);
  switch (action) {
    case 'renamed':
      return msg`${{ who }} renamed the folder ${{ name }} to ${{ newName: lastStepOf(newPath ?? path) }}`;
    case 'moved':
      if (newPath === null) return msg`${{ who }} removed the folder ${{ name }}`;
      return parentOf(newPath) === ''
        ? msg`${{ who }} moved the folder ${{ name }} to Home`
        : msg`${{ who }} moved the folder ${{ name }} to ${{ folder: parentOf(newPath) }}`;
    case 'deleted':
      if (count === null) return msg`${{ who }} deleted the folder ${{ name }}`;
      return via === 'part'
        ? msg`${{ who }} deleted ${{ count }} files of the folder ${{ name }}`
        : msg`${{ who }} deleted the folder ${{ name }} with ${plural({ count }, { one: '# file', other: '# files' })}`;
    default:
      return msg`${{ who }} changed the folder ${{ name }}`;
  }
}

/** The events of one document and of the folders that it was in at the time. Both lists are sorted newest first. */
export function historyOf<Event extends DocumentEvent>(
  documentId: string,
  events: readonly Event[],
): Event[] {
  const found: Event[] = [];
  // Oldest first, to follow the document's path.
  let path: string | undefined;
  for (const event of [...events].reverse()) {
    if (event.document_id === documentId) {
      path = event.new_path ?? event.path;
      found.push(event);
    } else if (event.document_id === null && path !== undefined && isWithin(path, event.path)) {
      if (event.new_path !== null) path = event.new_path + path.slice(event.path.length);
      found.push(event);
    }
  }
  return found.reverse();
}
