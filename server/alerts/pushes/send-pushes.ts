import * as z from 'zod/mini'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { RobotRefusal } from '../../gateways/pushes/send-to-robot.ts'
import { enqueueJob } from '../../jobs/enqueue.ts'
import type { JobKind } from '../../jobs/worker.ts'
import { dayText } from '../../lib/local-time.ts'
import { alertOperator } from '../raise-alert.ts'
import * as channels from './channels.store.ts'
import { deliverPush } from './deliver.ts'
import { listWaitingMessages, markFailed, markSent, type WaitingMessage } from './messages.store.ts'
import { summarize } from './push-text.ts'
import { PUSH_JOB } from './queue-push.ts'
import { endOfQuiet } from './quiet-hours.ts'
import { decryptTarget } from './target.ts'

/** A channel gets one message in this time; what comes meanwhile is told together. Services allow some 20 a minute. */
export const SPACING_MS = 60_000
const LONGEST_PAUSE_MS = 60 * 60_000
/** About two hours. */
export const MOST_TRIES = 8
/** Longer than a robot may take to answer. */
const LEASE_MS = 30_000

const payloadSchema = z.object({
  channelId: z.string(),
  /** Of a job that was planned for this time. */
  wakeAt: z.optional(z.coerce.date()),
})

type Needs = Pick<Deps, 'sql' | 'log' | 'config' | 'content' | 'now'>

/** Jobs that tell a channel all that waits for it, or plan to do so later. */
export function pushHandlers(deps: Needs): Record<string, JobKind> {
  return {
    [PUSH_JOB]: {
      attempts: 10,
      async run(payload, { signal }) {
        const { channelId, wakeAt } = payloadSchema.parse(payload)
        if (wakeAt !== undefined) await channels.clearWake(deps.sql, channelId, wakeAt)
        await sendPushes(deps, channelId, signal)
      },
    },
  }
}

/** Tells the channel what waits, in one message, unless it is quiet there or was told a moment ago. */
export async function sendPushes(
  deps: Needs,
  channelId: string,
  signal: AbortSignal,
): Promise<void> {
  const { sql, config, content, now } = deps
  const channel = await channels.findChannel(sql, channelId)
  const waiting = channel === null ? [] : await listWaitingMessages(sql, channelId)
  if (channel === null || waiting.length === 0) return
  const at = nextTime(channel, waiting, { now: now(), timeZone: content.site.timeZone })
  if (at > now()) return planLater(deps, channelId, at)
  const until = new Date(now().getTime() + LEASE_MS)
  if (!(await channels.claimChannel(sql, channel, { now: now(), until }))) {
    return planLater(deps, channelId, new Date(now().getTime() + SPACING_MS))
  }
  const target = decryptTarget(config.secretKey, channel.target)
  const text = summarize(waiting, config.console?.url ?? null)
  const ids = waiting.map(({ id }) => id)
  const tell = async (tx: Query) => {
    await deliverPush(deps, tx, { kind: channel.kind, target }, text, signal)
    await markSent(tx, channelId, ids)
    await channels.recordTry(tx, channelId, { now: now(), error: null })
  }
  try {
    // a mail is queued in one step with its record; a robot's answer is not waited for inside a transaction
    await (channel.kind === 'mail' ? sql.begin(tell) : tell(sql))
  } catch (error) {
    if (!(error instanceof RobotRefusal)) throw error
    await fail(deps, channel, waiting, error.message)
  }
}

/** When the channel may be told next. */
function nextTime(
  { sendingUntil, lastTriedAt, quietFrom, quietUntil }: channels.ChannelRow,
  waiting: readonly WaitingMessage[],
  { now, timeZone }: { now: Date; timeZone: string },
): Date {
  const tries = Math.max(...waiting.map((message) => message.tries))
  const pause = Math.min(SPACING_MS * 2 ** Math.max(0, tries - 1), LONGEST_PAUSE_MS)
  const afterTry = lastTriedAt === null ? 0 : lastTriedAt.getTime() + pause
  const afterOther = sendingUntil?.getTime() ?? 0
  const start = new Date(Math.max(now.getTime(), afterTry, afterOther))
  if (quietFrom === null || quietUntil === null) return start
  return endOfQuiet({ from: quietFrom, until: quietUntil }, start, timeZone) ?? start
}

function planLater({ sql, now }: Needs, channelId: string, at: Date): Promise<void> {
  return sql.begin(async (tx) => {
    if (!(await channels.planWake(tx, channelId, { at, now: now() }))) return
    const payload = { channelId, wakeAt: at.toISOString() }
    await enqueueJob(tx, { kind: PUSH_JOB, payload, runAt: at })
  })
}

/** Counts the try. What is given up becomes an alert, but for alerts about channels. */
async function fail(
  deps: Needs,
  { id, name }: channels.ChannelRow,
  waiting: readonly WaitingMessage[],
  error: string,
): Promise<void> {
  const { sql, log, now, content } = deps
  log.warn({ channel: name, reason: error }, 'operators were not told through a channel')
  const messageIds = waiting.map((message) => message.id)
  const dead = await sql.begin(async (tx) => {
    await channels.recordTry(tx, id, { now: now(), error })
    return markFailed(tx, id, { messageIds, mostTries: MOST_TRIES })
  })
  const isDead = ({ id: one }: { id: string }) => dead.some((other) => other.id === one)
  const given = waiting.filter(isDead)
  if (given.some(({ kind }) => kind !== 'push_failing')) {
    await alertOperator(deps, {
      kind: 'push_failing',
      subject: `${id} ${dayText(now(), content.site.timeZone)}`,
      facts: { channel: name, reason: error },
      exceptChannel: id,
    })
  }
  // looks at what still waits, and plans it
  if (given.length < waiting.length) await sendPushes(deps, id, new AbortController().signal)
}
