import { createRandom } from '#harness/random.ts'
import { type AttackOptions, type AttackRow, createTally } from '../attack.ts'
import { openConsole, openOperator } from '../rig/operator.ts'
import { inParallel, type Reply, send } from '../rig/send.ts'
import { startTarget, type Target } from '../rig/target.ts'
import { addressOf, codeOf } from '../rig/visitor.ts'
import { collectCalls } from './calls.ts'
import { findFault } from './find-fault.ts'
import { type Callers, makeOtherShot, makeShot, type Shot } from './shots.ts'

const SIZE = { small: 1_500, large: 15_000 }
/** One in so many goes to an address beside the contracts. */
const OTHERS_PERCENT = 15
const LANES = 16
/** Less of the answers than this may be refusals of limits, or the fuzz reaches nothing. */
const MOST_LIMITED = 0.35
const MOST_UNAVAILABLE = 0.03
const CUSTOMERS = 40
/** They would end the callers' own sessions. */
const ENDING = /\/logout$|sign-out$|\/close|sessions\/revoke|factors|password/

/** Odd requests for every call of the contracts and the addresses beside them. */
export async function fuzzRoutes({ database, isSmall }: AttackOptions): Promise<AttackRow[]> {
  await using target = await startTarget({ database, name: 'fuzz', customers: CUSTOMERS })
  const tally = createTally('route fuzz')
  const random = createRandom(18)
  const parts = { random, callers: await openCallers(target), samples: samplesOf(target) }
  const calls = collectCalls()
  const shots = Array.from({ length: isSmall ? SIZE.small : SIZE.large }, (_, at): Shot => {
    if (random.isIn(OTHERS_PERCENT)) return makeOtherShot(random)
    const call = calls[at % calls.length]!
    const own = ENDING.test(call.path) ? { ...parts, callers: NOBODY } : parts
    const shot = makeShot(call, own)
    // limits by address are another attack
    return { ...shot, headers: { 'x-forwarded-for': addressOf(at), ...shot.headers } }
  })
  let limited = 0
  let refused = 0
  let done = 0
  let unavailable = 0
  await inParallel(shots, LANES, async (shot) => {
    const reply = await send(baseOf(target, shot) + shot.path, shot)
    // a header that cannot be sent
    if (reply.status === -1) return
    tally.count()
    if (reply.status === 429) limited += 1
    else if (reply.status < 400) done += 1
    else refused += 1
    if (isUnavailable(reply)) {
      unavailable += 1
      return
    }
    const fault = findFault(shot, reply)
    if (fault === null) return
    const words = `${shot.method} ${shot.path.slice(0, 160)} ${shot.body?.slice(0, 160) ?? ''}`
    tally.finding(`${shot.side} ${words}: ${fault}`)
  })
  const { status } = await send(`${target.url}/readyz`)
  tally.expect(status === 200, `the shop is not ready afterwards: ${status}`)
  tally.expect(limited < MOST_LIMITED * shots.length, `${limited} of ${shots.length} met a limit`)
  tally.expect(
    unavailable < MOST_UNAVAILABLE * shots.length,
    `${unavailable} of ${shots.length} found the shop unavailable`,
  )
  return [
    tally.row(
      `${calls.length} calls; ${done} done, ${refused} refused, ${limited} limited, ${unavailable} unavailable`,
    ),
  ]
}

/** The shop says that it is busy, or that a provider is not there, with Retry-After: some are to be expected. */
function isUnavailable(reply: Reply): boolean {
  return ['DEPENDENCY_DOWN', 'OVERLOADED'].includes(codeOf(reply))
}

const NOBODY: Callers = { shop: [{}], api: [{}], console: [{}] }

async function openCallers(target: Target): Promise<Callers> {
  const owner = await openOperator(target, 'owner')
  const stranger = await openConsole(target)
  return {
    shop: target.customers.map(({ headers }) => headers),
    api: [{ authorization: `Bearer ${target.apiKey}` }],
    // the session counts where it began
    console: [owner.headers, owner.headers, owner.headers, stranger.headers],
  }
}

function samplesOf({ customers }: Target): Record<string, unknown> {
  const [{ id: user }] = customers
  return {
    ...{ user, email: 'customer-1@example.com', password: `${'A'.repeat(43)}=`, code: '123456' },
    ...{ nickname: 'Ann', num: 1, page: 1, pageSize: 20, day: '2026-08-01', reason: '测试' },
    ...{ amount: 1, usage: { pages: 1 }, type: 'download_url', token: 'A'.repeat(43), limit: 20 },
    ...{ captcha: 'x', newPassword: 'correct horse battery staple', name: '名称' },
  }
}

function baseOf({ url, consoleUrl }: Target, { side }: Shot): string {
  return side === 'console' ? consoleUrl : url
}
