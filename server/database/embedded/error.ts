/** The embedded database can't be had; the message is for the person at the terminal. */
export class EmbeddedPostgresError extends Error {}

/** A live server holds the data folder. */
export class DataDirInUseError extends EmbeddedPostgresError {}

/** PostgreSQL was started and exited by itself; a full disk is a common reason. A later attempt may work. */
export class PostgresDownError extends EmbeddedPostgresError {}
