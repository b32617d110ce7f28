import { addressBuckets, widestNetwork } from '../http/limits/address-keys.ts'
import { type Bucket, emailKey, type Limits } from '../http/limits/limits.ts'

interface Asked {
  email: string
  ip: string
}

/** Counts a mail with a registration code, which anybody may ask for. */
export function countRegisterCode(limits: Limits, { email, ip }: Asked): Promise<void> {
  return countMail(limits, [
    ...addressBuckets('mailIp', ip),
    ...mailboxBuckets('register', email, widestNetwork(ip)),
  ])
}

/**
 * Counts a mail with a link for a new password. A device of the owner's has numbers of its own, which
 * strangers cannot use up.
 */
export function countResetLink(
  limits: Limits,
  { email, ip, knownDevice }: Asked & { knownDevice: Buffer | null },
): Promise<void> {
  if (knownDevice === null) {
    return countMail(limits, [
      ...addressBuckets('mailIp', ip),
      ...mailboxBuckets('reset-password', email, widestNetwork(ip)),
    ])
  }
  const own = `reset-password:${emailKey(email)}:${knownDevice.toString('base64url')}`
  return countMail(limits, [
    ['mailResend', own],
    ['mailHour', own],
    ['mailDay', own],
  ])
}

/** Counts a mail with a code for a change of e-mail; there is no captcha before it. */
export function countChangeCode(
  limits: Limits,
  { email, ip, userId }: Asked & { userId: string },
): Promise<void> {
  return countMail(limits, [
    ...addressBuckets('mailIp', ip),
    ['changeCodeUser', userId],
    ['changeCodeAddress', `${userId}:${emailKey(email)}`],
    ...mailboxBuckets('change-email', email, userId),
  ])
}

/** One purpose never uses up another's, and one asker leaves as many mails to others. */
function mailboxBuckets(purpose: string, email: string, asker: string): Bucket[] {
  const mailbox = `${purpose}:${emailKey(email)}`
  return [
    ['mailResend', mailbox],
    ['mailHour', `${mailbox}:${asker}`],
    ['mailDay', `${mailbox}:${asker}`],
    ['mailboxHour', mailbox],
    ['mailboxDay', mailbox],
  ]
}

/** The count of all mails turns the captcha hard. */
async function countMail(limits: Limits, buckets: readonly Bucket[]): Promise<void> {
  await limits.takeAll(buckets)
  await limits.count('mailAll', 'all')
}
