// Where things lie on the emulator's port: the service's API, and the owner's control API beside it.

/** The version segment that the paths of the service's API follow. */
export const API_ROOT = '/api/v1';

/** Where the control API lives, far from the service's own paths. */
export const CONTROL_ROOT = '/__emulator';
