/** The embedded database can't be had; the message is for the person at the terminal. */
export class EmbeddedPostgresError extends Error {}

/** A live server holds the data folder. */
export class DataDirInUseError extends EmbeddedPostgresError {}
