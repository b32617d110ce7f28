import type { Requirement } from './requirement.ts'

/** V6. */
export const AUTHENTICATION: readonly Requirement[] = [
  {
    id: 'V6.1.1',
    what: 'documents say how guessing is stopped',
    tests: ['server/account/limits.test.ts › docs/security.md lists each limit with its numbers'],
    docs: [
      'docs/decisions/021-limits-in-one-statement.md',
      'docs/decisions/032-operators-console.md',
      'docs/security.md#limits-of-sign-ins-codes-and-links',
    ],
  },
  {
    id: 'V6.1.2',
    what: 'a list of words no password has',
    docs: ['docs/security.md#limits-of-sign-ins-codes-and-links', 'content/README.md#sitejson'],
  },
  {
    id: 'V6.1.3',
    what: 'documents name every way to sign in',
    docs: [
      'docs/operator.md#the-first-sign-in',
      'docs/decisions/009-sessions-and-csrf.md',
      'docs/decisions/032-operators-console.md',
      'docs/sign-on.md#一览',
    ],
  },
  {
    id: 'V6.2.1',
    what: 'passwords have eight characters or more',
    tests: [
      'web/account/password/new-password.test.ts › %s is rejected as a new password: %s',
      'server/account/password/recovery.test.ts › §5 newPassword: the new password is checked as typed and hashed even when it looks like a digest',
    ],
    docs: ['docs/decisions/010-password-digest-on-both-sides.md'],
  },
  {
    id: 'V6.2.2',
    what: 'users can change their password',
    tests: [
      'server/account/password/recovery.test.ts › §3 password change: a password change needs the old password and ends every other session',
      'e2e/account/account-forms.e2e.ts › §2 /account/change-password: every other device is logged out, this one stays logged in',
    ],
  },
  {
    id: 'V6.2.3',
    what: 'a change asks for the old one',
    tests: [
      'server/account/password/recovery.test.ts › a wrong current password gets 422 and a field error, the eleventh 429',
    ],
  },
  {
    id: 'V6.2.4',
    what: 'the most common passwords are refused',
    tests: [
      'server/account/password/passwords.test.ts › common passwords are found by their digest, also with a capital letter',
      "server/account/register/register.test.ts › common passwords and the user's own address are rejected and use up no try",
      'server/account/password/recovery.test.ts › a weak password is rejected and the link stays valid',
    ],
  },
  {
    id: 'V6.2.5',
    what: 'any characters make a password',
    tests: ['web/account/password/new-password.test.ts › %s is accepted as a new password'],
  },
  {
    id: 'V6.2.6',
    what: 'password fields are masked',
    tests: [
      'web/account/login/login-page.test.tsx › the password can be shown; submitting hides it and makes the button busy',
    ],
  },
  {
    id: 'V6.2.7',
    what: 'password managers and pasting work',
    tests: [
      'web/account/login/login-page.test.tsx › the fields have autocomplete values for password managers',
      'web/account/password/change-password-page.test.tsx › the fields have autocomplete values and a hidden username for password managers',
    ],
  },
  {
    id: 'V6.2.8',
    what: 'passwords are compared as typed',
    tests: [
      'server/account/password/passwords.test.ts › the digest is base64 of SHA-256 of the UTF-8 text without normalisation',
    ],
  },
  {
    id: 'V6.2.9',
    what: '64 characters are allowed',
    tests: [
      'web/account/password/new-password.test.ts › correct horse battery staple, and eleven lanterns over the river',
    ],
  },
  {
    id: 'V6.2.10',
    what: 'passwords do not expire',
    exception: 'No password ends with time: there is nothing that could be switched off.',
  },
  {
    id: 'V6.2.11',
    what: 'those words are refused',
    tests: [
      "server/account/register/register.test.ts › common passwords and the user's own address are rejected and use up no try",
      'server/account/register/register.test.ts › words about the shop are no password, nor with what people add to them; the answer says so',
      'server/console/security/security.test.ts › new password and authenticator end the other sessions and replace the earlier ones',
    ],
  },
  {
    id: 'V6.2.12',
    what: 'breached passwords are refused',
    exception:
      'The 39,000 most frequent passwords of leaks are refused (V6.2.4). All that were ever breached, some hundreds of millions, would be a database of their own, or a question about each new password to somebody else’s service; limits and captchas (V6.3.1) stop the guessing of rare ones.',
  },
  {
    id: 'V6.3.1',
    what: 'guessing is stopped',
    tests: [
      'server/account/second-factor/guess-limits.test.ts › fifty wrong codes a day are looked at, however they are spread; the other ways stay open',
      'server/account/login/login-throttle.long.test.ts › ten failures lock the account despite captchas, and the answer states the time to wait',
      'server/account/login/login-throttle.long.test.ts › a network that tries many accounts needs captchas and is then locked',
      'server/account/login/lockout.test.ts › a stranger exhausts all mails and ten passwords: the owner logs in on a known device',
      'server/console/sign-in/guessing.test.ts › of thirty guesses at once ten are looked at',
      'server/console/sign-in/guessing-by-day.test.ts › behind the right password fifty wrong codes a day are looked at; passkey, recovery code and a new authenticator sign in',
    ],
  },
  {
    id: 'V6.3.2',
    what: 'no default accounts',
    tests: [
      'server/console/sign-in/passkey.test.ts › link of the first owner makes an owner with a passkey and ten recovery codes, once',
      'server/config/config.test.ts › two installations have different secrets',
    ],
  },
  {
    id: 'V6.3.3',
    what: 'a second factor',
    tests: [
      'server/console/sign-in/code.test.ts › password and code sign in; the code serves once, and so does every earlier one',
      'server/console/sign-in/passkey.test.ts › passkey signs its operator in from any browser, and the sign-in is written down',
      'server/account/second-factor/second-login.test.ts › the password answers 403 SECOND_FACTOR with a five-minute cookie and no session',
      'e2e/account/second-factor.e2e.ts › a passkey is added, ends a login, and is shown again for a new password and its removal; then the password alone logs in',
    ],
  },
  {
    id: 'V6.3.4',
    what: 'every way in is equally strong',
    tests: [
      'server/console/access.test.ts › session of an operator is none at the shop',
      'server/applications/api/authenticate.test.ts › the session of a customer opens nothing here',
      'server/console/attack.test.ts › every call × strangers, customers and a stolen cookie: 401, and nothing changes but the audit log',
    ],
  },
  {
    id: 'V6.4.1',
    what: 'first secrets are random and end soon',
    tests: [
      'server/console/sign-in/passkey.test.ts › invitation ends after 24 hours, and a newer one for the same e-mail replaces it',
      'server/account/register/register.test.ts › a code expires after ten minutes',
      'server/account/password/recovery.test.ts › a link expires after thirty minutes, and a newer one invalidates it',
    ],
  },
  {
    id: 'V6.4.2',
    what: 'no hints or secret questions',
    exception: 'There are none: no call and no column has such a thing.',
  },
  {
    id: 'V6.4.3',
    what: 'a reset does not skip factors',
    tests: [
      'server/account/password/recovery.test.ts › §3 reset, §3 reset link: the mailed link sets a new password once, ends every session and logs nobody in',
      'server/console/sign-in/code.test.ts › recovery code signs in once, needs the password where one is set, ends all sessions and mails the owners',
      'server/account/second-factor/second-login.test.ts › a reset of the password leaves the second factor, and the next login asks for it',
    ],
  },
  {
    id: 'V6.4.4',
    what: 'lost factors are replaced with proof',
    tests: [
      'server/operator/operators/operators.test.ts › reset takes every way to sign in away, and its link sets new ones for the same operator',
      'server/console/users/email-recovery.test.ts › an owner asks, a colleague of finance signs, and then it waits and the first page shows it',
      'server/account/second-factor/protected-actions.test.ts › rescue of a lost mailbox leaves the second factor unless it was asked to take it',
    ],
    docs: [
      'docs/operator.md#i-have-lost-my-phone',
      'docs/operator.md#somebody-has-lost-everything',
      'docs/operator.md#i-have-lost-my-mailbox',
    ],
  },
  {
    id: 'V6.5.1',
    what: 'each code serves once',
    tests: [
      'server/console/sign-in/code.test.ts › password and code sign in; the code serves once, and so does every earlier one',
      'server/console/sign-in/code.test.ts › of ten sign-ins at once with one code one succeeds',
      'server/account/second-factor/races.test.ts › one code in four browsers at once ends one login',
      'server/account/second-factor/races.test.ts › one recovery code in four browsers at once ends one login',
      'server/account/register/register.test.ts › of concurrent registrations with the same code only one succeeds',
    ],
  },
  {
    id: 'V6.5.2',
    what: 'recovery codes are kept by slow hash',
    exception:
      'They are 80 random bits, kept as SHA-256: nobody guesses them from the hash, and each serves once. The standard draws its line at 112 bits.',
  },
  {
    id: 'V6.5.3',
    what: 'codes and seeds are truly random',
    tests: [
      'scripts/lint/house-rules.test.ts › predictable random numbers and hashes with collisions are refused, however they are asked for',
      'oxlint.config.ts › house/random-from-crypto',
    ],
  },
  {
    id: 'V6.5.4',
    what: 'codes have six digits or more',
    tests: [
      'server/account/register/register-code.test.ts › a six-digit code is mailed and the answer states its lifetime',
      'server/console/sign-in/passkey.test.ts › link of the first owner makes an owner with a passkey and ten recovery codes, once',
      'server/account/second-factor/set-up.test.ts › an authenticator is set by its first code, stored encrypted, and brings ten recovery codes',
    ],
  },
  {
    id: 'V6.5.5',
    what: 'codes end after minutes',
    tests: [
      'server/account/register/register.test.ts › a code expires after ten minutes',
      'server/console/sign-in/passkey.test.ts › challenge ends after five minutes',
      'server/account/second-factor/second-login.test.ts › a code is taken one step of 30 seconds early or late, and no more',
      'server/account/second-factor/second-login.test.ts › the second step ends after five minutes, with a new password, in another browser and without a password',
    ],
  },
  { id: 'V6.6.1', what: 'codes by telephone', exception: 'No code goes by telephone or SMS.' },
  {
    id: 'V6.6.2',
    what: 'codes belong to what asked for them',
    tests: [
      'server/account/register/register.test.ts › the right code in another browser is rejected, uses up no try, and a request there does not invalidate it',
      "server/account/email/change-email.test.ts › another user cannot try or invalidate a user's code",
    ],
  },
  {
    id: 'V6.6.3',
    what: 'codes cannot be guessed',
    tests: [
      'server/account/register/register.test.ts › a wrong code gets a field error, and five wrong ones invalidate the code',
      'server/account/register/register.test.ts › of many concurrent guesses only five are tried',
    ],
  },
  {
    id: 'V6.8.1',
    what: 'providers of identity are kept apart',
    exception: 'The shop takes no identity from others; its tools site knows this shop alone.',
  },
  {
    id: 'V6.8.2',
    what: 'signatures of assertions are checked',
    tests: [
      'tools/sign-on/sign-on.test.ts › a log-out notice that the shop has not signed ends nothing',
      'server/applications/sign-on/example.test.ts › the program refuses what is not its own, and goes on',
    ],
  },
  { id: 'V6.8.3', what: 'SAML assertions serve once', exception: 'No SAML.' },
  {
    id: 'V6.8.4',
    what: 'the strength of a sign-on is checked',
    exception:
      'The tools site asks for no certain strength; the shop itself takes no identity from others.',
  },
]
