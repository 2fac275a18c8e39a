/** A backup, restore or verify can't go on. The message is one sentence or two for the person at the terminal. */
export class BackupError extends Error {}

export class FileMissingError extends BackupError {
  constructor(place: string, name: string) {
    super(`The backup place ${place} has no file ${name}.`);
  }
}
