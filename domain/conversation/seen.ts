interface Written {
  readonly id: string;
  readonly side: 'client' | 'office';
  readonly sequence: number;
}

/** The id of the newest own message that the other side has seen; null if there is none. `messages` are newest first. */
export function lastSeen(
  messages: Iterable<Written>,
  ownSide: Written['side'],
  seenUpTo: number,
): string | null {
  for (const { id, side, sequence } of messages) {
    if (side === ownSide && sequence <= seenUpTo) return id;
  }
  return null;
}
