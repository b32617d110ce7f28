import type * as contract from '#contract/account/second-factor.ts'
import type { Deps } from '../../deps.ts'
import { drawQrCode } from '../../lib/qr-code.ts'
import { AppError } from '../../http/app-error.ts'
import type { Handlers } from '../../http/serve.ts'
import { provenUntil, requireProof, type Session } from '../../http/sessions/session.ts'
import { proveSession } from '../../http/sessions/sessions.store.ts'
import { queueMail } from '../../mail/outbox.ts'
import { addPasskey } from '../../second-factor/factors.ts'
import { customerFactors } from '../../second-factor/factors.store.ts'
import { creationOptions, verifyNewPasskey } from '../../second-factor/passkeys.ts'
import { newTotp, openTicket } from '../../second-factor/totp.ts'
import { lockUser } from '../users.store.ts'
import { findKnownDevice } from '../login/known-device.ts'
import { changeFactors, readSecondFactor } from './change-factors.ts'
import {
  consumeChallenge,
  issueChallenge,
  readChallenge,
  beginProof,
  type Browser,
  passkeySite,
  type Proof,
  totpKeys,
  withProof,
} from './prove.ts'
import { deleteAuthenticator, setAuthenticator } from './factors.store.ts'
import { recoveryCodeUsedMail } from './second-factor-mails.ts'
import { beginSecondLogin, finishSecondLogin } from './second-login.ts'

const PASSKEYS_MAX = 10

export function secondFactorHandlers(deps: Deps): Handlers<typeof contract> {
  return {
    beginSecondLogin: ({ request, reply }) => beginSecondLogin(deps, { request, reply }),
    finishSecondLogin: ({ input, request, reply }) =>
      finishSecondLogin(deps, input, { request, reply }),
    readSecondFactor: ({ session: { userId } }) => readSecondFactor(deps, userId),
    beginSecondFactorProof: ({ session: { userId }, reply }) =>
      beginProof(deps, { userId, what: 'prove' }, reply),
    proveSecondFactor: ({ input, session, request, reply }) =>
      proveSecondFactor(deps, session, input, { request, reply }),
    async beginTotpSetup({ session }) {
      requireProof(session, deps.now())
      const { userId, email } = session
      const issuer = deps.content.site.name
      const who = { who: userId, issuer, label: email }
      const { secret, uri, ticket } = await newTotp(totpKeys(deps), who)
      return { secret, qr: drawQrCode(uri), ticket }
    },
    async setTotp({ session, input: { code, ticket } }) {
      const { userId } = session
      const opened = await openTicket(totpKeys(deps), { ticket, who: userId, code })
      const { sealedSecret: secret, step } = opened
      return changeFactors(deps, session, 'totp-set', (tx) =>
        setAuthenticator(tx, { userId, secret, step, now: deps.now() }),
      )
    },
    removeTotp: ({ session }) =>
      changeFactors(deps, session, 'totp-removed', async (tx) => {
        if (!(await deleteAuthenticator(tx, session.userId))) throw new AppError('NOT_FOUND')
      }),
    async beginPasskeySetup({ session, reply }) {
      requireProof(session, deps.now())
      const { userId, email, nickname } = session
      const known = await customerFactors.listPasskeys(deps.sql, userId)
      if (known.length >= PASSKEYS_MAX) throw new AppError('TOO_MANY_PASSKEYS')
      const challenge = issueChallenge(deps, reply, { what: 'add', who: userId })
      const owner = { id: userId, email, name: nickname }
      const options = await creationOptions(passkeySite(deps), { challenge, owner, known })
      return { options: { ...options } }
    },
    async addPasskey({ session, input: { name, response }, request, reply }) {
      requireProof(session, deps.now())
      const { userId } = session
      const issued = readChallenge(deps, request, { what: 'add', who: userId })
      const passkey = await verifyNewPasskey(passkeySite(deps), response, issued.challenge)
      return changeFactors(deps, session, 'passkey-added', async (tx) => {
        await consumeChallenge(tx, reply, issued)
        const known = await customerFactors.listPasskeys(tx, userId)
        if (known.length >= PASSKEYS_MAX) throw new AppError('TOO_MANY_PASSKEYS')
        const added = { ...passkey, ownerId: userId, name, createdAt: deps.now() }
        await addPasskey(customerFactors, tx, added)
      })
    },
    removePasskey: ({ session, input: { id } }) =>
      changeFactors(deps, session, 'passkey-removed', async (tx) => {
        if (!(await customerFactors.deletePasskey(tx, session.userId, id)))
          throw new AppError('NOT_FOUND')
      }),
    renewRecoveryCodes: ({ session }) =>
      changeFactors(deps, session, 'codes-renewed', async () => {}),
  }
}

/** Proves the second factor in this session again. A recovery code is mailed. */
async function proveSecondFactor(
  deps: Deps,
  { userId, email, tokenHash }: Session,
  proof: Proof,
  browser: Browser,
): Promise<{ provenUntil: string }> {
  const now = deps.now()
  const knownDevice = await findKnownDevice(deps.sql, email, browser.request)
  const prover = { userId, what: 'prove', knownDevice } as const
  await withProof(deps, prover, proof, browser, (consume) =>
    deps.sql.begin(async (tx) => {
      const account = await lockUser(tx, userId)
      await consume(tx)
      if (!account || !(await proveSession(tx, tokenHash, now))) {
        throw new AppError('UNAUTHENTICATED')
      }
      if (proof.recoveryCode === undefined) return
      const left = await customerFactors.countRecoveryCodes(tx, userId)
      const mail = recoveryCodeUsedMail(deps, { what: 'prove', left })
      await queueMail(tx, { to: account.email, ...mail }, { userId })
    }),
  )
  return { provenUntil: provenUntil(now).toISOString() }
}
