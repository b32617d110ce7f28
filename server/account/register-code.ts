import type * as contract from '#contract/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/outbox.ts'
import { checkCaptcha } from './captcha-check.ts'
import { CODE_SENT, newCode } from './codes.ts'
import { countMail } from './mail-limits.ts'
import { alreadyRegisteredMail, registerCodeMail } from './mails.ts'
import { findUserId } from './users.store.ts'

type Needs = Pick<Deps, 'config' | 'content' | 'sql' | 'now' | 'captcha' | 'limits'>

/**
 * Mails a code, or "you already have an account" to an address that has one. Both ways take the same
 * steps and answer the same: only the owner of the mailbox learns which it was.
 */
export async function sendRegisterCode(
  deps: Needs,
  { email, captcha }: InputOf<typeof contract.registerCode>,
  ip: string,
): Promise<OutputOf<typeof contract.registerCode>> {
  await checkCaptcha(deps, captcha, ip)
  await countMail(deps.limits, { purpose: 'register', email, ip })
  const goodUntil = new Date(deps.now().getTime() + CODE_SENT.expiresIn * 1000)
  await deps.sql.begin(async (tx) => {
    const code = await newCode(deps, tx, { purpose: 'register', email })
    const isTaken = (await findUserId(tx, email)) !== null
    const mail = isTaken ? alreadyRegisteredMail(deps) : registerCodeMail(deps, code)
    await queueMail(tx, { to: email, ...mail }, { goodUntil })
  })
  return CODE_SENT
}
