import * as signIn from '#contract/console/staff/sign-in.ts'
import { type AttackRow, createTally } from '../attack.ts'
import { callConsole, openConsole, openOperator, OPERATOR_DIGEST } from '../rig/operator.ts'
import type { Target } from '../rig/target.ts'
import { addressOf } from '../rig/visitor.ts'
import { guessAtOnce } from './guess-at-once.ts'
import { otherCodes } from './mailed-code.ts'

/** `consoleEmail` and `consoleConfirm` of the console. */
const OF_OPERATOR = 10

/** Codes of an authenticator whose password is known, recovery codes, and the confirmation of a stolen session. */
export async function guessConsole(target: Target, count: number): Promise<AttackRow> {
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
