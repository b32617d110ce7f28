import { addressBuckets, widestNetwork } from '../http/limits/address-keys.ts'
import type { Bucket } from '../http/limits/limit.ts'
import type { Limits } from '../http/limits/limits.ts'
import { accountLimits, countTowardsMailStorm, emailKey } from './limits.ts'

const { mailResend, mailHour, mailDay, mailboxHour, mailboxDay } = accountLimits

interface MailRequest {
  email: string
  ip: string
}

/** Counts a mail with a registration code, which visitors may request; throws RATE_LIMITED. */
export function limitRegisterCode(limits: Limits, { email, ip }: MailRequest): Promise<void> {
  return limitMail(limits, [
    ...addressBuckets(accountLimits.mailIp, ip),
    ...mailboxBuckets('register', email, widestNetwork(ip)),
  ])
}

/**
 * Counts a mail with a link for a new password; throws RATE_LIMITED. A known device of the owner has
 * counters of its own, which strangers cannot exhaust.
 */
export function limitResetLink(
  limits: Limits,
  { email, ip, knownDevice }: MailRequest & { knownDevice: Buffer | null },
): Promise<void> {
  if (knownDevice === null) {
    return limitMail(limits, [
      ...addressBuckets(accountLimits.mailIp, ip),
      ...mailboxBuckets('reset-password', email, widestNetwork(ip)),
    ])
  }
  const key = `reset-password:${emailKey(email)}:${knownDevice.toString('base64url')}`
  return limitMail(
    limits,
    [mailResend, mailHour, mailDay].map((limit) => ({ limit, key })),
  )
}

/** Counts a mail with a code for a change of e-mail, which no captcha guards; throws RATE_LIMITED. */
export function limitChangeEmailCode(
  limits: Limits,
  { email, ip, userId }: MailRequest & { userId: string },
): Promise<void> {
  return limitMail(limits, [
    ...addressBuckets(accountLimits.mailIp, ip),
    { limit: accountLimits.changeCodeUser, key: userId },
    { limit: accountLimits.changeCodeAddress, key: `${userId}:${emailKey(email)}` },
    ...mailboxBuckets('change-email', email, userId),
  ])
}

/** Each purpose has counters of its own, and one asker cannot use up all the mails of a mailbox. */
function mailboxBuckets(purpose: string, email: string, asker: string): Bucket[] {
  const mailbox = `${purpose}:${emailKey(email)}`
  return [
    { limit: mailResend, key: mailbox },
    { limit: mailHour, key: `${mailbox}:${asker}` },
    { limit: mailDay, key: `${mailbox}:${asker}` },
    { limit: mailboxHour, key: mailbox },
    { limit: mailboxDay, key: mailbox },
  ]
}

async function limitMail(limits: Limits, buckets: readonly Bucket[]): Promise<void> {
  await limits.consumeAll(buckets)
  await countTowardsMailStorm(limits)
}
