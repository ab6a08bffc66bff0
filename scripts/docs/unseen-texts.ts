// Texts of the sources that look like sentences and that no user reads.

const PARSED = 'a response that is no JSON is announced by its kind alone';
const FALLBACK = 'what types cannot rule out; nothing leads there';
const INTERNAL = 'the message of an error that is caught by its class';

/** Each with the reason. */
export const shownToNobody: Readonly<Record<string, string>> = {
  'expected JSON': PARSED,
  'expected a log, got …': PARSED,
  'expected a log': 'a response that reports a failure is a refusal before it is a log',
  'that is a loopback address, which is the runner itself':
    'in a warning like all others, for a service that is not on loopback as here',
  'no authentication is handled here': FALLBACK,
  'the default of … is not among its values': FALLBACK,
  'the table of operations has no …': FALLBACK,
  'work on': FALLBACK,
  'the connection failed': 'an error of the network without a code; Node gives one to each',
  'the response was cut short': 'an end that Node has not reported as a lost connection already',
  'the limit of … ms was reached': INTERNAL,
  'the step was stopped: …': INTERNAL,
  'deployment-service-action health check': 'the user agent of the health check',
  'Bearer …': 'a header',
  '\n\n…text\n…\n…\n\n': 'a fence around a log',
  '::stop-commands::…\n…::…::\n': 'a command for the runner',
};
