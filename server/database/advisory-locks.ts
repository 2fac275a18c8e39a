/** Advisory locks of the whole database, side by side so that two can't be equal. The same in all versions. */
export const LOCKS = {
  migrations: 7_340_119_260,
  /** Held by the only backup that may run. */
  backup: 7_340_119_261,
  /** A backup holds it while it copies: blobs that its rows reference must stay. Sweeps take it shared. */
  keepBlobs: 7_340_119_262,
  /** Held by the only server that verifies the scheduled backup. */
  verification: 7_340_119_263,
};
