// Values by which the invariants find again what the drawn service has sent.

/** The key of every trial. */
export const API_KEY = 'dsk_Adversary_0123456789';

/** A name that no reader can know; a report of what was not recognised has to mention it. */
export const UNKNOWN_FIELD = 'unknownLabel';

/** The commit of the run, and that of any other. */
export const COMMIT = '4f1c9d07a3b85e62f0d41c7798ab53e6d20f9b14';
export const OTHER_COMMIT = 'b7720ce51d9f4a3886c1e05f72ad94b36e8d1c05';

/** The text that a health check asks for. */
export const HEALTH_TEXT = 'release-7f3a';
