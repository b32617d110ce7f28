import type { Requirement } from './requirement.ts'

/** V16 and V17. */
export const LOGS_AND_FAILURES: readonly Requirement[] = [
  {
    id: 'V16.1.1',
    what: 'documents say what is logged',
    docs: [
      'docs/production.md#what-to-watch',
      'docs/operator.md#how-every-action-works',
      'docs/operator.md#what-is-kept-and-for-how-long',
      'docs/production.md#logs',
    ],
  },
  {
    id: 'V16.2.1',
    what: 'lines say when, where, who, what',
    tests: [
      'server/console/actions/act.test.ts › what was done and refused is in the audit log with channel, operator, session and address',
      'server/request-id.test.ts › the shop answers with the id that its proxy gave',
    ],
  },
  {
    id: 'V16.2.2',
    what: 'clocks agree, times in UTC',
    tests: ['server/operator/doctor/doctor.test.ts › clock: a machine that is off by minutes'],
    docs: ['docs/production.md#what-to-watch'],
  },
  {
    id: 'V16.2.3',
    what: 'logs go where documents say',
    docs: ['docs/production.md#what-to-watch'],
  },
  {
    id: 'V16.2.4',
    what: 'logs can be read by programs',
    tests: [
      'server/http/reports/crash-report.test.ts › §8 render failure: a crash is found in the log by the id that its visitor reads out',
    ],
    docs: ['docs/production.md#what-to-watch'],
  },
  {
    id: 'V16.2.5',
    what: 'logs have no secrets',
    tests: [
      'server/gateways/payments/stripe-failure.test.ts › a logged failure does not contain the client secret',
      'server/http/reports/csp-report.test.ts › report-uri format is read, and its address loses the query',
      'server/request-id.test.ts › a transaction bears the id in the database, a slow statement is told without its values',
    ],
  },
  {
    id: 'V16.3.1',
    what: 'every try to sign in is logged',
    tests: [
      'server/console/sign-in/code.test.ts › wrong e-mail, password and code get the same answer; known ones are written down',
      'server/console/sign-in/passkey.test.ts › passkey signs its operator in from any browser, and the sign-in is written down',
      'server/account/login/login.test.ts › a refused login is logged with account, hash of the address and network, without address or password',
      'server/account/second-factor/second-login.test.ts › of wrong codes ten are looked at in 15 minutes; passkeys, recovery codes and a known device still enter',
    ],
  },
  {
    id: 'V16.3.2',
    what: 'refused attempts are logged',
    tests: [
      'server/console/attack.test.ts › stolen cookie and attempts beyond a role are in the audit log: the cookie once, the attempts up to a limit',
      'server/process/metrics/spending-metrics.test.ts › answers of the console are measured, refusals counted by their code',
    ],
  },
  {
    id: 'V16.3.3',
    what: 'attacks are logged',
    tests: [
      'server/console/attack.test.ts › session that a page of another origin tries to use is in the audit log, up to a limit; without a session nothing is',
      'server/http/reports/csp-report.test.ts › inline script is reported as inline',
      'server/process/metrics/spending-metrics.test.ts › answers of the console are measured, refusals counted by their code',
    ],
  },
  {
    id: 'V16.3.4',
    what: 'unforeseen failures are logged',
    tests: [
      'server/jobs/timed.test.ts › second failed turn in a row is reported; a successful turn resets the count',
      'server/jobs/worker.test.ts › workers survive an outage of the database and log it once',
    ],
  },
  {
    id: 'V16.4.1',
    what: 'input cannot forge log lines',
    tests: [
      'server/operator/terminal/table.test.ts › control and direction characters in user texts are replaced',
      'server/process/logger.test.ts › a line break in a value begins no line',
    ],
  },
  {
    id: 'V16.4.2',
    what: 'logs cannot be changed',
    tests: [
      'server/operator/perform-action.test.ts › action of a killed program stays unfinished in the audit log, which cannot be changed',
    ],
    docs: ['docs/operator.md#the-command-line'],
  },
  {
    id: 'V16.4.3',
    what: 'logs are kept elsewhere, too',
    docs: ['docs/production.md#logs'],
  },
  {
    id: 'V16.5.1',
    what: 'failures tell nothing of the inside',
    tests: [
      'server/http/failures/answer-failure.test.ts › unforeseen error is INTERNAL with a request id and without details',
      'server/console/odd-input.long.test.ts › odd texts in every field of every query: an answer of the catalogue, without anything of the code',
    ],
  },
  {
    id: 'V16.5.2',
    what: 'others may fail, the shop stays safe',
    tests: [
      'server/recharge/checks/jobs.test.ts › jobs that run every minute do not fail while the provider is unreachable',
      'server/http/sessions/session.test.ts › database outage is a 503 for logged-in visitors, never a 401',
      'server/mail/outbox.test.ts › a mail is retried with the same id after the mail server failed',
    ],
  },
  {
    id: 'V16.5.3',
    what: 'a failure never lets through',
    tests: [
      'server/gateways/captcha/captcha.test.ts › a provider that fails, answers nonsense, rejects our secret or is silent gives DEPENDENCY_DOWN',
      'server/recharge/payments/webhook.test.ts › without a secret no event is accepted',
      'server/http/limits/limits.test.ts › without a database a limited call fails as unavailable',
    ],
  },
  ...['V17.1.1', 'V17.2.1', 'V17.2.2', 'V17.2.3', 'V17.2.4', 'V17.3.1', 'V17.3.2'].map((id) => ({
    id,
    what: 'WebRTC',
    exception: 'No WebRTC.',
  })),
]
