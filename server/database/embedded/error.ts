/** The embedded database is not available. The message is shown at the terminal. */
export class EmbeddedPostgresError extends Error {}

/** A running server uses the data folder. */
export class DataDirInUseError extends EmbeddedPostgresError {}

/** PostgreSQL exited after its start; a full disk is a common reason. A later attempt may work. */
export class PostgresDownError extends EmbeddedPostgresError {}
