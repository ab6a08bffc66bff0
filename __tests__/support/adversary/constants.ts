// Values by which the invariants find again what the drawn service has sent.

/** The key of every trial. */
export const API_KEY = 'dsk_Adversary_0123456789';

/** A name that no reader can know; a report of what was not recognised has to mention it. */
export const UNKNOWN_FIELD = 'unknownLabel';

/** The text that a health check asks for. */
export const HEALTH_TEXT = 'release-7f3a';
