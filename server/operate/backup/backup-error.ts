/** A backup, restore or verification can't continue. The message, one or two sentences, is shown at the terminal. */
export class BackupError extends Error {}

export class FileMissingError extends BackupError {
  constructor(place: string, name: string) {
    super(`The backup place ${place} has no file ${name}.`);
  }
}
