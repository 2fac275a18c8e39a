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
export function whoDid({ actor_name: name, actor_role: role }: DocumentEvent): string {
  if (name) return name;
  if (role === 'client') return 'The client';
  return role === 'service' ? 'One of our office’s programs' : 'Our office';
}

/** The event in words, to follow the actor's name: "renamed w2.pdf to W-2 2025.pdf". */
export function whatWasDone(event: DocumentEvent): string {
  const { action, path, new_path: newPath, via } = event;
  const what = named(event);
  switch (action) {
    case 'opened':
      return `opened ${what}`;
    case 'downloaded':
      if (via === 'copy') return `copied ${what} to another place`;
      return via === 'archive' ? `downloaded ${what} in a zip file` : `downloaded ${what}`;
    case 'uploaded':
      return via === 'replacement' ? `replaced ${what}` : `added ${what}`;
    case 'renamed':
      return `renamed ${what} to ${lastStepOf(newPath ?? path)}`;
    case 'moved':
      return newPath === null ? `took ${what} out` : `moved ${what} to ${folderName(newPath)}`;
    case 'deleted':
      if (via === 'part') return `deleted ${event.file_count} files of ${what}`;
      return `deleted ${what}${contentsOf(event)}`;
    case 'restored':
      return newPath === null ? `restored ${what}` : `restored ${what} as ${lastStepOf(newPath)}`;
    case 'marked_new':
      return `marked ${what} as new`;
    default:
      return `changed ${what}`;
  }
}

function named({ document_id: document, path }: DocumentEvent): string {
  return document === null ? `the folder ${lastStepOf(path)}` : lastStepOf(path);
}

function folderName(path: string): string {
  const folder = parentOf(path);
  return folder === '' ? 'Home' : folder;
}

function contentsOf({ file_count: count }: DocumentEvent): string {
  if (count === null) return '';
  return count === 1 ? ' with 1 file' : ` with ${count} files`;
}

/** The events of one document and of the folders that it was in at the time. Both lists are sorted newest first. */
export function historyOf<Event extends DocumentEvent>(
  documentId: string,
  events: readonly Event[],
): Event[] {
  const found: Event[] = [];
  // Oldest first, to follow the document's path.
  let path: string | undefined;
  for (const event of events.toReversed()) {
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
