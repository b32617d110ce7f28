import { api } from '#contract/api.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { customerEmail } from '#harness/customers.ts'
import { uuidv7 } from '#server/db/ids.ts'
import { passwordDigest } from '#server/account/password/passwords.ts'
import { callConsole, openConsole, openOperator } from '../rig/operator.ts'
import type { Reply } from '../rig/send.ts'
import type { Target } from '../rig/target.ts'
import { addressOf, openVisitor, post } from '../rig/visitor.ts'

/** A call that must not tell whether an address is known. */
export interface Question {
  name: string
  /** The address of number `at` that is known, or is not. */
  emailOf: (isKnown: boolean, at: number) => string
  ask: (email: string, index: number) => Promise<Reply>
}

const WRONG = passwordDigest('not the password')

/** Log-in, registration and recovery of the shop, and the console's sign-in, each by somebody who has paid for captchas. */
export async function openQuestions(target: Target): Promise<Question[]> {
  const { url } = target
  const { headers } = await openVisitor(url, '203.0.113.5')
  const customers = (isKnown: boolean, at: number) =>
    isKnown ? customerEmail(at) : `stranger-${at}@example.com`
  const from = (index: number) => ({ ...headers, 'x-forwarded-for': addressOf(index) })
  return [
    {
      name: 'log-in',
      emailOf: customers,
      ask: (email, index) =>
        post(url + api.account.login.path, { email, password: WRONG }, from(index)),
    },
    {
      name: 'code of a registration',
      emailOf: customers,
      ask: async (email, index) => {
        const captcha = await target.solveCaptcha()
        return post(url + api.account.registerCode.path, { email, captcha }, from(index))
      },
    },
    {
      name: 'registration without a code',
      emailOf: customers,
      ask: (email, index) =>
        post(
          url + api.account.register.path,
          { email, password: WRONG, code: '123456' },
          from(index),
        ),
    },
    {
      name: 'link of a reset',
      emailOf: customers,
      ask: async (email, index) => {
        const captcha = await target.solveCaptcha()
        return post(url + api.account.resetPasswordLink.path, { email, captcha }, from(index))
      },
    },
    await openConsoleQuestion(target),
  ]
}

/** Operators with the first one's password and authenticator, so that each is asked once a run. */
async function openConsoleQuestion(target: Target): Promise<Question> {
  const owner = await openOperator(target, 'owner')
  const { headers } = await openConsole(target)
  const ids = target.customers.map(() => uuidv7())
  await target.sql`
    insert into operators
    select (jsonb_populate_record(operators, jsonb_build_object(
      'id', copy.id, 'email', 'operator-' || copy.number - 1 || '@example.com'))).*
    from operators, unnest(${ids}::uuid[]) with ordinality as copy (id, number)
    where operators.email = ${owner.email}`
  return {
    name: 'sign-in at the console',
    emailOf: (isKnown, at) => `${isKnown ? 'operator' : 'nobody'}-${at}@example.com`,
    ask: (email, index) =>
      callConsole(
        target,
        signIn.signInWithCode.path,
        { email, password: WRONG, code: '123456' },
        { headers: { ...headers, 'x-forwarded-for': addressOf(index) } },
      ),
  }
}
