import type { Query } from '../../db/sql.ts'
import { createToken, hashToken } from '../../http/sessions/session.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { NewLogin } from '../login/login.store.ts'
import { type MailDeps, passwordChangedMail } from '../mails.ts'
import { storeLoginNotice } from './login-notices.store.ts'
import { newDeviceMail } from './new-device-mail.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const LINK_LIFETIME_MS = 7 * DAY_MS
/** A browser that forgets its cookies is new at each login. */
const LINKS_PER_DAY = 5

interface Owner {
  userId: string
  email: string
}

/**
 * Mails the owner of a locked account about this login on a device that the account was not used on before; not when it
 * has had its links of the day. Runs in the transaction of the login.
 */
export async function notifyNewDevice(
  deps: MailDeps,
  tx: Query,
  { email, login }: { email: string; login: NewLogin },
): Promise<void> {
  const { userId, now, ip, userAgent } = login.session
  const link = await createNotMeLink(tx, { userId, email }, now)
  if (link === null) return
  const facts = { at: now, ip, userAgent, hadSecondFactor: login.secondFactorAt !== null }
  const mail = newDeviceMail(deps, facts, link.token)
  const { goodUntil } = link
  await queueMail(tx, { to: email, ...mail }, { goodUntil, userId, sealedBy: deps.config })
}

/** Mails the owner of a locked account that it has a new password. */
export async function notifyPasswordChanged(
  deps: MailDeps,
  tx: Query,
  owner: Owner,
  now: Date,
): Promise<void> {
  const link = await createNotMeLink(tx, owner, now)
  const { userId, email } = owner
  const mail = passwordChangedMail(deps, link?.token ?? null)
  await queueMail(tx, { to: email, ...mail }, { userId, sealedBy: deps.config })
}

/** The token of a link by which the owner says that it was somebody else; null: the account has had those of the day. */
async function createNotMeLink(
  tx: Query,
  owner: Owner,
  at: Date,
): Promise<{ token: string; goodUntil: Date } | null> {
  const token = createToken()
  const goodUntil = new Date(at.getTime() + LINK_LIFETIME_MS)
  const notice = { ...owner, at, tokenHash: hashToken(token), expiresAt: goodUntil }
  const countedFrom = new Date(at.getTime() - DAY_MS)
  const isStored = await storeLoginNotice(tx, notice, { most: LINKS_PER_DAY, countedFrom })
  return isStored ? { token, goodUntil } : null
}
