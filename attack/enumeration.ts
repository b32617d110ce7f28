import { setTimeout as delay } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { customerEmail } from '#harness/customers.ts'
import { createRandom } from '#harness/random.ts'
import { uuidv7 } from '#server/db/ids.ts'
import { passwordDigest } from '#server/account/password/passwords.ts'
import { callConsole, openConsole, openOperator } from './operator.ts'
import { type Reply } from '#harness/send-request.ts'
import { addressOf, codeOf, openVisitor, post } from './send.ts'
import { type AttackOptions, type AttackRow, createTally } from './tally.ts'
import { startTarget, type Target } from './target.ts'

/** Known addresses, and as many unknown ones, of each run. */
const ADDRESSES = { small: 60, large: 1_000 }
const RUNS = 3
/** Not measured: the first calls find caches empty. */
const WARM_UP = 20
const POLL_MS = 200

interface Sample {
  isKnown: boolean
  at: number
}

/** Whether answers or their times tell who has an account. */
export async function enumerateAccounts({
  database,
  isSmall,
}: AttackOptions): Promise<AttackRow[]> {
  const size = isSmall ? ADDRESSES.small : ADDRESSES.large
  // each address is asked once: the second time a limit would answer
  const customers = (size + WARM_UP) * RUNS
  await using target = await startTarget({ database, name: 'enumeration', customers })
  const rows: AttackRow[] = []
  for (const question of await openQuestions(target)) {
    rows.push(await enumerate(target, question, size))
  }
  return rows
}

async function enumerate(target: Target, question: Question, size: number): Promise<AttackRow> {
  const tally = createTally(`enumeration: ${question.name}`)
  const random = createRandom(7)
  const aucs: number[] = []
  const answers = { known: new Set<string>(), unknown: new Set<string>() }
  let asked = 0
  let answered = ''
  for (let run = 0; run < RUNS; run += 1) {
    const first = run * (size + WARM_UP)
    const numbers = Array.from({ length: size + WARM_UP }, (_, at) => first + at)
    const samples = random.shuffle(
      numbers.flatMap((at): Sample[] => [
        { isKnown: true, at },
        { isKnown: false, at },
      ]),
    )
    const times = { known: [] as number[], unknown: [] as number[] }
    for (const [index, { isKnown, at }] of samples.entries()) {
      asked += 1
      const reply = await question.ask(question.emailOf(isKnown, at), asked)
      tally.count()
      answered = codeOf(reply) || String(reply.status)
      const side = isKnown ? 'known' : 'unknown'
      answers[side].add(faceOf(reply))
      if (index >= 2 * WARM_UP) times[side].push(reply.ms)
    }
    aucs.push(areaUnderCurve(times.known, times.unknown))
    await untilMailsAreSent(target)
  }
  const said = aucs.map((auc) => auc.toFixed(3)).join(', ')
  const [known = '', ...more] = [...answers.known]
  tally.expect(more.length === 0, `differing answers: ${[...answers.known].join(' | ')}`)
  tally.expect(
    answers.unknown.size === 1 && answers.unknown.has(known),
    `other answers for unknown addresses: ${[...answers.unknown].join(' | ')}`,
  )
  tally.expect(!isTellable(aucs), `times tell: AUC ${said}`)
  return tally.row(`AUC ${said}; each answered ${answered}`)
}

/** What a client sees besides the time, without what differs by itself. */
function faceOf({ status, headers, text }: Reply): string {
  const body = text.replace(/"requestId":"[^"]+"/, '')
  const names = Object.keys(headers).toSorted().join(' ')
  const cookies = (headers['set-cookie'] ?? []).map((cookie) => cookie.replace(/=[^;]*/, ''))
  return `${status} ${body} ${cookies.join(' ')} ${headers['content-length'] ?? ''} ${names}`
}

/** The next run begins when the last one's mails do not load the machine any more. */
async function untilMailsAreSent({ sql }: Target): Promise<void> {
  for (;;) {
    const rows = await sql`select from jobs where state = 'waiting' and kind = 'mail' limit 1`
    if (rows.length === 0) return
    await delay(POLL_MS)
  }
}

/**
 * The chance that one of `a` is greater than one of `b`, ties by half: 0.5 when the two cannot be told apart, 0 or 1 when
 * one look tells them apart. Both must have members.
 */
function areaUnderCurve(a: readonly number[], b: readonly number[]): number {
  const all = [
    ...a.map((value) => ({ value, isOfA: true })),
    ...b.map((value) => ({ value, isOfA: false })),
  ].toSorted((one, other) => one.value - other.value)
  let rankSum = 0
  for (let first = 0; first < all.length;) {
    let end = first
    while (end < all.length && all[end]!.value === all[first]!.value) end += 1
    // ranks first + 1 … end have one value: each counts as their mean
    const rank = (first + 1 + end) / 2
    rankSum += rank * all.slice(first, end).filter(({ isOfA }) => isOfA).length
    first = end
  }
  return (rankSum - (a.length * (a.length + 1)) / 2) / (a.length * b.length)
}

const TOLERANCE = 0.05

/** Whether all runs lie on one side of 0.5 and each by more than 0.05: chance hardly does that. */
function isTellable(runs: readonly number[]): boolean {
  const distances = runs.map((auc) => auc - 0.5)
  return (
    distances.every((distance) => distance > TOLERANCE) ||
    distances.every((distance) => distance < -TOLERANCE)
  )
}

/** A call that must not tell whether an address is known. */
interface Question {
  name: string
  /** The address of number `at` that is known, or is not. */
  emailOf: (isKnown: boolean, at: number) => string
  ask: (email: string, index: number) => Promise<Reply>
}

const WRONG = passwordDigest('not the password')

/** Log-in, registration and recovery of the shop, and the console's sign-in, each by somebody who has paid for captchas. */
async function openQuestions(target: Target): Promise<Question[]> {
  const { url } = target
  const headers = await openVisitor(url, '203.0.113.5')
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
