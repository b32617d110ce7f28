import type { OutputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/account/second-factor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { hashToken } from '../../http/sessions/session.ts'
import { deleteSessionsOf } from '../../http/sessions/sessions.store.ts'
import { queueMail } from '../../mail/outbox.ts'
import { answerLogin, newLogin, openLockedSession } from '../login/open-session.ts'
import { customerFactors } from '../../second-factor/factors.store.ts'
import { forgetPassword, readPendingLogin } from './pending-login.ts'
import { beginProof, type Browser, type Proof, withProof } from './prove.ts'
import { recoveryCodeUsedMail } from './second-factor-mails.ts'

/** How the user whose password this browser has given can prove the second factor. Throws LOGIN_STEP_EXPIRED. */
export async function beginSecondLogin(
  deps: Deps,
  { request, reply }: Browser,
): Promise<OutputOf<typeof contract.beginSecondLogin>> {
  const { account } = await readPendingLogin(deps, request)
  return beginProof(deps, { userId: account.userId, what: 'login' }, reply)
}

/**
 * Ends a login by the second factor. A recovery code ends all other sessions and is mailed. Throws LOGIN_STEP_EXPIRED
 * five minutes after the password, and when it has changed.
 */
export async function finishSecondLogin(
  deps: Deps,
  proof: Proof,
  browser: Browser,
): Promise<OutputOf<typeof contract.finishSecondLogin>> {
  const who = await readPendingLogin(deps, browser.request)
  const { account, deviceToken } = who
  const { userId, email } = account
  const knownDevice = account.isKnownDevice ? hashToken(deviceToken) : null
  const prover = { userId, what: 'login', knownDevice } as const
  const opened = await withProof(deps, prover, proof, browser, (consume) => {
    const { token, login } = newLogin(deps, browser.request, who)
    return deps.sql.begin((tx) =>
      openLockedSession(deps, tx, {
        account,
        token,
        login: { ...login, secondFactorAt: deps.now() },
        async prove() {
          await consume(tx)
          if (proof.recoveryCode === undefined) return
          await deleteSessionsOf(tx, userId)
          const left = await customerFactors.countRecoveryCodes(tx, userId)
          await queueMail(
            tx,
            { to: email, ...recoveryCodeUsedMail(deps, { what: 'login', left }) },
            { userId },
          )
        },
      }),
    )
  }).catch((error: unknown) => {
    const { log, ip } = browser.request
    if (error instanceof AppError) log.info({ user: userId, ip, code: error.code }, 'login refused')
    throw error
  })
  forgetPassword(browser.reply)
  return answerLogin(deps, browser, who, opened)
}
