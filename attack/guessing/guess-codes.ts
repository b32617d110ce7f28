import { api } from '#contract/api.ts'
import { PASSWORD_DIGEST } from '#harness/customers.ts'
import { type AttackRow, createTally } from '../attack.ts'
import type { Reply } from '../rig/send.ts'
import type { Target } from '../rig/target.ts'
import { addressOf, openVisitor, post } from '../rig/visitor.ts'
import { guessAtOnce } from './guess-at-once.ts'
import { mailedCode, otherCodes } from './mailed-code.ts'

/** Tries of one code. */
const TRIES = 5

/** Codes of a registration and of a new address, all at once and from many addresses. */
export async function guessCodes(target: Target, count: number): Promise<AttackRow> {
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
  const foreign = await register(code, stranger.headers)
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
  const { headers } = await openVisitor(target.url, addressOf(90_000))
  const captcha = await target.solveCaptcha()
  const reply = await post(target.url + api.account.registerCode.path, { email, captcha }, headers)
  expectSent(reply)
  const cookies = (reply.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0])
  return { ...headers, cookie: [headers['cookie'], ...cookies].join('; ') }
}

function expectSent({ status, text }: Reply): void {
  if (status !== 200) throw new Error(`no code was sent: ${status} ${text}`)
}
