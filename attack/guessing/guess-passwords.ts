import * as personalData from '#contract/account/personal-data.ts'
import { api } from '#contract/api.ts'
import { customerEmail, PASSWORD_DIGEST } from '#harness/customers.ts'
import { passwordDigest } from '#server/account/password/passwords.ts'
import { type AttackRow, createTally } from '../attack.ts'
import type { Target } from '../rig/target.ts'
import { addressOf, openVisitor, post } from '../rig/visitor.ts'
import { guessAtOnce } from './guess-at-once.ts'

/** `loginAccount`, `loginIp` and `reauthUser` of the shop. */
const OF_ACCOUNT = 10
const OF_ADDRESS = 100
const OF_USER = 10

/** Passwords of one account from many addresses, of many accounts from one, and of one who is logged in. */
export async function guessPasswords(target: Target, count: number): Promise<AttackRow> {
  const tally = createTally('guessing passwords')
  const url = target.url + api.account.login.path
  const { headers } = await openVisitor(target.url, '203.0.113.1')
  const guesses = Array.from({ length: count }, (_, at) => passwordDigest(`guess ${at}`))
  const login = async (email: string, password: string, address: string) =>
    post(
      url,
      { email, password, captcha: await target.solveCaptcha() },
      { ...headers, 'x-forwarded-for': address },
    )
  const email = customerEmail(0)
  const tried = ['BAD_CREDENTIALS']
  const ofAccount = await guessAtOnce(tally, {
    ...{ what: 'of one account', guesses, tried, most: OF_ACCOUNT },
    send: (guess, at) => login(email, guess, addressOf(at)),
  })
  const late = await login(email, PASSWORD_DIGEST, addressOf(count))
  tally.count()
  tally.expect(late.status === 429, `a stranger's right password after them: ${late.status}`)
  const ofAddress = await guessAtOnce(tally, {
    ...{ what: 'from one address', guesses, tried, most: OF_ADDRESS },
    send: (guess, at) => login(`nobody-${at}@example.com`, guess, '203.0.113.2'),
  })
  const [customer] = target.customers
  const ofUser = await guessAtOnce(tally, {
    ...{ what: 'by a stolen session', guesses, tried: ['PASSWORD_WRONG'], most: OF_USER },
    send: (guess, at) =>
      at % 2 === 0
        ? post(target.url + personalData.closeAccount.path, { password: guess }, customer.headers)
        : post(
            target.url + api.account.changePassword.path,
            { currentPassword: guess, newPassword: `a new one ${at}` },
            customer.headers,
          ),
  })
  return tally.row(`looked at: ${[ofAccount, ofAddress, ofUser].join(', ')}`)
}
