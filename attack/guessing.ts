import * as personalData from '#contract/account/personal-data.ts'
import { api } from '#contract/api.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { customerEmail, PASSWORD_DIGEST } from '#harness/customers.ts'
import { passwordDigest } from '#server/account/password/passwords.ts'
import { guessAtOnce, mailedCode, otherCodes } from './guess-at-once.ts'
import { guessSecrets } from './guessing-secrets.ts'
import { callConsole, openConsole, openOperator, OPERATOR_DIGEST } from './operator.ts'
import { type Reply } from '#harness/send-request.ts'
import { addressOf, openVisitor, post } from './send.ts'
import { type AttackOptions, type AttackRow, createTally } from './tally.ts'
import { startTarget, type Target } from './target.ts'

const GUESSES = { small: 60, large: 500 }

/** Guesses at once, of everything that a stranger could guess. */
export async function guessAll({ database, isSmall }: AttackOptions): Promise<AttackRow[]> {
  await using target = await startTarget({ database, name: 'guessing', customers: 2 })
  const count = isSmall ? GUESSES.small : GUESSES.large
  return [
    await guessPasswords(target, count),
    await guessCodes(target, count),
    await guessSecrets(target, count),
    await guessConsole(target, count),
  ]
}

/** `loginAccount`, `loginIp` and `reauthUser` of the shop. */
const OF_ACCOUNT = 10
const OF_ADDRESS = 100
const OF_USER = 10

/** Passwords of one account from many addresses, of many accounts from one, and of one who is logged in. */
async function guessPasswords(target: Target, count: number): Promise<AttackRow> {
  const tally = createTally('guessing passwords')
  const url = target.url + api.account.login.path
  const headers = await openVisitor(target.url, '203.0.113.1')
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

/** Tries of one code. */
const TRIES = 5

/** Codes of a registration and of a new address, all at once and from many addresses. */
async function guessCodes(target: Target, count: number): Promise<AttackRow> {
  const tally = createTally('guessing mailed codes')
  const { url } = target
  const tried = ['CODE_WRONG']
  const email = 'newcomer@example.com'
  const asked = await askForCode(target, email)
  const code = await mailedCode(target, email)
  const register = (guess: string, headers: Record<string, string>) => {
    const input = { email, password: PASSWORD_DIGEST, code: guess }
    return post(url + api.account.register.path, input, headers)
  }

  const stranger = await openVisitor(url, addressOf(90_001))
  const foreign = await register(code, stranger)
  tally.count()
  tally.expect(foreign.status >= 400, 'another browser registers with the right code')
  const ofCode = await guessAtOnce(tally, {
    ...{ what: 'of a registration', guesses: otherCodes(code, count), tried, most: TRIES },
    send: (guess, at) => register(guess, { ...asked, 'x-forwarded-for': addressOf(at) }),
  })
  const late = await register(code, asked)
  tally.expect(late.status >= 400, 'the right code serves after all wrong ones')

  const [{ headers }] = target.customers
  const other = 'other-place@example.com'
  expectSent(await post(url + api.account.sendChangeEmailCode.path, { email: other }, headers))
  const change = (guess: string) =>
    post(url + api.account.changeEmail.path, { email: other, code: guess }, headers)
  const right = await mailedCode(target, other)
  const ofChange = await guessAtOnce(tally, {
    ...{ what: 'of a new address', guesses: otherCodes(right, count), tried, most: TRIES },
    send: change,
  })
  const lateChange = await change(right)
  tally.count(2)
  tally.expect(lateChange.status >= 400, 'the right code changes the address after all wrong ones')
  return tally.row(`looked at: ${ofCode}, ${ofChange}`)
}

/** Returns the headers of the browser that asked. */
async function askForCode(target: Target, email: string): Promise<Record<string, string>> {
  const headers = await openVisitor(target.url, addressOf(90_000))
  const captcha = await target.solveCaptcha()
  const reply = await post(target.url + api.account.registerCode.path, { email, captcha }, headers)
  expectSent(reply)
  const cookies = (reply.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0])
  return { ...headers, cookie: [headers['cookie'], ...cookies].join('; ') }
}

function expectSent({ status, text }: Reply): void {
  if (status !== 200) throw new Error(`no code was sent: ${status} ${text}`)
}

/** `consoleEmail` and `consoleConfirm` of the console. */
const OF_OPERATOR = 10

/** Codes of an authenticator whose password is known, recovery codes, and the confirmation of a stolen session. */
async function guessConsole(target: Target, count: number): Promise<AttackRow> {
  const tally = createTally('guessing at the console')
  const owner = await openOperator(target, 'owner')
  const finance = await openOperator(target, 'finance')
  const stranger = await openConsole(target)
  const from = (at: number) => ({
    headers: { ...stranger.headers, 'x-forwarded-for': addressOf(at) },
  })
  const tried = ['SIGN_IN_REFUSED', 'VALIDATION']
  const guesses = otherCodes(await owner.codeNow(), count)
  const totp = await guessAtOnce(tally, {
    ...{ what: 'codes of an authenticator', guesses, tried, most: OF_OPERATOR },
    send: (code, at) => {
      const input = { email: owner.email, password: OPERATOR_DIGEST, code }
      return callConsole(target, signIn.signInWithCode.path, input, from(at))
    },
  })
  const recovery = await guessAtOnce(tally, {
    ...{ what: 'recovery codes', guesses, tried, most: OF_OPERATOR },
    send: (code, at) => {
      const letters = code.replaceAll(/[01]/g, '2').replaceAll('8', 'A').replaceAll('9', 'B')
      const input = {
        ...{ email: finance.email, password: OPERATOR_DIGEST },
        code: letters.padEnd(16, 'A'),
      }
      return callConsole(target, signIn.signInWithRecoveryCode.path, input, from(at))
    },
  })
  const confirmation = await guessAtOnce(tally, {
    ...{ what: 'confirmations', guesses, tried, most: OF_OPERATOR },
    send: (code) => callConsole(target, signIn.confirmWithCode.path, { code }, owner),
  })
  return tally.row(`looked at: ${[totp, recovery, confirmation].join(', ')}`)
}
