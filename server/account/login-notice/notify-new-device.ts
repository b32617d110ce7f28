import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { createToken, hashToken } from '../../http/sessions/session.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { NewLogin } from '../login/login.store.ts'
import { storeLoginNotice } from './login-notices.store.ts'
import { newDeviceMail } from './new-device-mail.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const LINK_LIFETIME_MS = 7 * DAY_MS
/** A browser that forgets its cookies is new at each login: its owner gets no more of these mails a day. */
const MAILS_PER_DAY = 5

/**
 * Mails the owner about this login on a device that the account was not used on before. Runs in the transaction of the
 * login, which has locked the account.
 */
export async function notifyNewDevice(
  deps: Pick<Deps, 'config' | 'content'>,
  tx: Query,
  { email, login }: { email: string; login: NewLogin },
): Promise<void> {
  const { userId, now, ip, userAgent } = login.session
  const token = createToken()
  const notice = {
    ...{ userId, email, loggedInAt: now },
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + LINK_LIFETIME_MS),
  }
  const countedFrom = new Date(now.getTime() - DAY_MS)
  if (!(await storeLoginNotice(tx, notice, { most: MAILS_PER_DAY, countedFrom }))) return
  const facts = { at: now, ip, userAgent, hadSecondFactor: login.secondFactorAt !== null }
  const mail = newDeviceMail(deps, facts, token)
  const { expiresAt: goodUntil } = notice
  await queueMail(tx, { to: email, ...mail }, { goodUntil, userId, sealedBy: deps.config })
}
