import { setTimeout as delay } from 'node:timers/promises'
import { createRandom } from '#harness/random.ts'
import { type AttackOptions, type AttackRow, createTally } from '../attack.ts'
import type { Reply } from '../rig/send.ts'
import { startTarget, type Target } from '../rig/target.ts'
import { codeOf } from '../rig/visitor.ts'
import { areaUnderCurve, isTellable } from './auc.ts'
import { openQuestions, type Question } from './questions.ts'

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
