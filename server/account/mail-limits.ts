import { addressBuckets } from '../http/address-keys.ts'
import { emailKey, type Limits } from '../http/limits.ts'

export type MailPurpose = 'register' | 'change-email' | 'reset-password'

/**
 * Counts one mail that somebody asks for: once a minute for the purpose, five an hour and ten a day for
 * the address, twenty an hour for the network. The count of all of them turns the captcha hard.
 */
export async function countMail(
  limits: Limits,
  { purpose, email, ip }: { purpose: MailPurpose; email: string; ip: string },
): Promise<void> {
  const address = emailKey(email)
  await limits.takeAll([
    ...addressBuckets('mailIp', ip),
    ['mailResend', `${purpose}:${address}`],
    ['mailHour', address],
    ['mailDay', address],
  ])
  await limits.count('mailAll', 'all')
}
