import type { Requirement } from './requirement.ts'

/** V11, V12 and V13. */
export const CRYPTOGRAPHY_AND_SETTINGS: readonly Requirement[] = [
  {
    id: 'V11.1.1',
    what: 'documents say how keys live',
    docs: [
      'docs/production.md#before-the-first-start',
      'docs/production.md#changing-secrets',
      'docs/sign-on.md#换签名密钥',
    ],
  },
  {
    id: 'V11.1.2',
    what: 'a list of keys and algorithms',
    tests: ['server/http/keys.test.ts › docs/security.md lists each purpose of a key, once'],
    docs: ['docs/security.md#keys-and-algorithms'],
  },
  {
    id: 'V11.2.1',
    what: 'tried implementations alone',
    tests: [
      'web/lib/password/digest.test.ts › §5 digest: WebCrypto agrees on %j, and the contract takes it',
      'server/account/password/passwords.test.ts › hashes are argon2id with the specified parameters and depend on the pepper',
    ],
  },
  {
    id: 'V11.2.2',
    what: 'keys and algorithms can be changed',
    tests: [
      'server/console/sign-in/secret-key.test.ts › with new,old an operator signs in with password and code, after which the new key alone opens both',
      'server/account/second-factor/secret-key.test.ts › with new,old a customer logs in with both steps; after a rotation the new key alone opens both',
      'server/operator/secret-key/rotate-key.test.ts › rotate encrypts all stored secrets anew, keeps what no key opens, and refuses with one key alone',
      'server/account/login/login.test.ts › a login rehashes a password that was stored at a lower cost',
      'server/applications/sign-on/signing-keys.test.ts › a new key is published for 15 minutes before it signs, and its predecessor stays for 60 days',
    ],
  },
  {
    id: 'V11.2.3',
    what: '128 bits of strength',
    tests: [
      'server/account/password/passwords.test.ts › hashes are argon2id with the specified parameters and depend on the pepper',
      'server/encrypted-text.test.ts › an encrypted text is AES-256-GCM under a key of its purpose',
    ],
  },
  {
    id: 'V11.3.1',
    what: 'no weak modes or padding',
    tests: [
      'server/encrypted-text.test.ts › an encrypted text is AES-256-GCM under a key of its purpose',
    ],
  },
  {
    id: 'V11.3.2',
    what: 'approved ciphers alone',
    tests: [
      'server/encrypted-text.test.ts › an encrypted text is AES-256-GCM under a key of its purpose',
    ],
  },
  {
    id: 'V11.3.3',
    what: 'altered ciphertext is noticed',
    tests: ['server/encrypted-text.test.ts › a text that was altered at any byte is refused'],
  },
  {
    id: 'V11.4.1',
    what: 'approved hashes alone',
    tests: [
      'server/account/password/passwords.test.ts › the digest is base64 of SHA-256 of the UTF-8 text without normalisation',
      'scripts/lint/house-rules.test.ts › predictable random numbers and hashes with collisions are refused, however they are asked for',
      'oxlint.config.ts › house/no-weak-hash',
    ],
    docs: ['docs/security.md#keys-and-algorithms'],
  },
  {
    id: 'V11.4.2',
    what: 'passwords are kept by slow hash',
    tests: [
      'server/account/password/passwords.test.ts › hashes are argon2id with the specified parameters and depend on the pepper',
      'server/account/register/register.test.ts › stored hashes are salted argon2id and do not contain the digest',
    ],
  },
  {
    id: 'V11.4.3',
    what: 'signatures use long hashes',
    tests: [
      'server/recharge/payments/webhook.test.ts › an altered, unsigned, old, future-dated or wrongly signed event is refused',
      'server/applications/webhooks/webhooks.test.ts › a balance that falls below the threshold is told once, signed by Standard Webhooks',
    ],
  },
  {
    id: 'V11.4.4',
    what: 'keys from passwords are stretched',
    exception: 'No key is made from a password.',
  },
  {
    id: 'V11.5.1',
    what: 'secrets have 128 random bits',
    tests: [
      'server/http/sessions/session.test.ts › session cookie is HttpOnly, Secure and host-only',
      "server/applications/keys/api-keys.test.ts › a key is shown once, kept as a hash, and spends its customer's credit",
      'scripts/lint/house-rules.test.ts › predictable random numbers and hashes with collisions are refused, however they are asked for',
      'oxlint.config.ts › house/random-from-crypto',
    ],
  },
  {
    id: 'V11.6.1',
    what: 'key pairs by approved algorithms',
    tests: [
      'server/applications/sign-on/signing-keys.test.ts › only public parts of a key leave the server, and the database has it encrypted',
      'server/applications/sign-on/sign-out.test.ts › a customer who %s is signed out of the applications, which are told',
    ],
  },
  {
    id: 'V12.1.1',
    what: 'TLS 1.2 and 1.3 alone',
    tests: ['drill/deploy/tls.test.ts › %s: TLS 1.2 and 1.3 alone, with strong suites'],
    docs: ['docs/production.md#tls'],
  },
  {
    id: 'V12.1.2',
    what: 'strong cipher suites alone',
    tests: ['drill/deploy/tls.test.ts › %s: TLS 1.2 and 1.3 alone, with strong suites'],
    docs: ['docs/production.md#tls'],
  },
  { id: 'V12.1.3', what: 'client certificates are checked', exception: 'No client certificates.' },
  {
    id: 'V12.2.1',
    what: 'visitors are served by TLS alone',
    tests: ['server/http/pages/document-headers.test.ts › HSTS is sent under https only'],
    docs: ['docs/production.md#nodes-and-the-proxy'],
  },
  {
    id: 'V12.2.2',
    what: 'certificates that browsers trust',
    docs: ['docs/production.md#nodes-and-the-proxy'],
  },
  {
    id: 'V12.3.1',
    what: 'all other connections by TLS',
    docs: ['docs/production.md#tls'],
  },
  {
    id: 'V12.3.2',
    what: 'certificates of others are checked',
    tests: [
      'server/config/environment-checks.test.ts › production with NODE_TLS_REJECT_UNAUTHORIZED=0 is refused',
      'server/db/outage.test.ts › a database whose certificate is expired and signed by nobody gets no word, with sslmode=%s',
      'server/gateways/mail/mailer.test.ts › a mail server whose certificate is expired and signed by nobody gets no mail, by %s',
    ],
  },
  {
    id: 'V12.3.3',
    what: 'TLS between our own services',
    exception:
      'Proxy and nodes speak plain http on one machine or in a private network behind a firewall, as production.md says.',
  },
  {
    id: 'V12.3.4',
    what: 'internal certificates are trusted by name',
    exception: 'There are none: see V12.3.3.',
  },
  {
    id: 'V13.1.1',
    what: 'documents say with whom it talks',
    docs: [
      'docs/production.md#before-the-first-start',
      'docs/production.md#stripe',
      'docs/operator.md#who-hears-of-what-waits',
      'docs/integrate.md#消息webhook',
    ],
  },
  {
    id: 'V13.2.1',
    what: 'services know each other without passwords',
    exception:
      'Database, mail server and provider take a password or a key each, none is shared; production.md says how each is changed while the shop serves on.',
  },
  {
    id: 'V13.2.2',
    what: 'accounts have the least rights',
    exception:
      'A node migrates at its start, so its role owns the tables of its own database and could take away the triggers that keep ledger and audit log. It is no superuser (the start and `doctor` warn of one), has no other database, and statements hold fixed text alone (V1.2.4); the proof of the ledger and the comparison with the provider show each night what was changed.',
  },
  {
    id: 'V13.2.3',
    what: 'no default credentials',
    tests: [
      'server/config/config.test.ts › empty production settings: one list names every missing setting',
      'server/config/config.test.ts › two installations have different secrets',
    ],
  },
  {
    id: 'V13.2.4',
    what: 'what it may ask is listed',
    tests: [
      'server/gateways/pushes/robots.test.ts › %s refuses %s',
      'server/applications/webhooks/check-address.test.ts › public addresses and listed hosts are allowed; loopback only outside production',
      'server/config/environment-checks.test.ts › live keys go to Stripe alone',
    ],
  },
  {
    id: 'V13.2.5',
    what: 'the machine limits it, too',
    tests: [
      'drill/deploy/units.test.ts › %s sees no history of the clone and reaches no link-local address',
      'server/applications/webhooks/check-address.test.ts › public addresses and listed hosts are allowed; loopback only outside production',
    ],
    docs: ['docs/production.md#what-a-node-connects-to'],
  },
  {
    id: 'V13.3.1',
    what: 'secrets have a safe place',
    tests: [
      'server/operator/settings/list-settings.test.ts › no part of a secret or a password is shown, only that it is there and a fingerprint',
    ],
    docs: ['docs/production.md#from-nothing-with-systemd', 'docs/production.md#changing-secrets'],
  },
  {
    id: 'V13.3.2',
    what: 'few can read secrets',
    tests: [
      'server/config/config.test.ts › secrets are created once, survive a restart and are readable by the owner only',
      'server/console/settings/settings.test.ts › owner reads settings and runs each check; nobody else does',
    ],
    docs: ['docs/production.md#from-nothing-with-systemd'],
  },
  {
    id: 'V13.4.1',
    what: 'no `.git` beside the program',
    tests: [
      'server/http/pages/assets.test.ts › built files are immutable in caches and sent as the build compressed them',
      'drill/deploy/units.test.ts › %s sees no history of the clone and reaches no link-local address',
    ],
  },
  {
    id: 'V13.4.2',
    what: 'no debugging in production',
    tests: [
      'server/http/failures/answer-failure.test.ts › unforeseen error is INTERNAL with a request id and without details',
      'server/config/config.test.ts › sandbox in production requires PAYMENTS=sandbox',
    ],
  },
  {
    id: 'V13.4.3',
    what: 'no lists of folders',
    tests: [
      'server/http/pages/assets.test.ts › built files are immutable in caches and sent as the build compressed them',
      'server/http/pages/pages.test.ts › %s is the 404 page with status 404',
    ],
  },
  {
    id: 'V13.4.4',
    what: 'no TRACE',
    tests: [
      'server/console/attack.test.ts › every call under other methods and spellings is no call, also for an owner',
      'server/http/failures/answer-failure.test.ts › TRACE is answered by no address, and echoes nothing',
    ],
  },
  {
    id: 'V13.4.5',
    what: 'monitoring is not public',
    tests: [
      'server/config/config.test.ts › OPS_PORT equal to the port of site or sandbox is refused',
    ],
    docs: ['docs/production.md#what-to-watch', 'docs/integrate.md'],
  },
]
