import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { downloadExport } from '#contract/console/exports.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { withSnapshot } from '../../db/reads.ts'
import { AppError } from '../../http/app-error.ts'
import { timeText } from '../../lib/local-time.ts'
import { beginAction, endAction, type Outcome } from '../../operator/audit/actions.store.ts'
import { hashToken } from '../../http/sessions/session.ts'
import { consoleActor } from '../actor.ts'
import type { ConsoleDeps } from '../deps.ts'
import { type OperatorSession, withLiveSession } from '../sessions/sessions.ts'
import type { ExportSlots } from './export-slots.ts'
import type { ExportedList } from './exported-list.ts'
import { exportedLists } from './exported-lists.ts'
import { isTicketFor } from './tickets.ts'

/** A reader who takes nothing for so long loses the download; a snapshot is kept no longer than the other. */
const STALLED_MS = 60_000
const LONGEST_MS = 30 * 60_000

const filterJson = z.record(z.string(), z.string())

interface Asked {
  session: OperatorSession
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Sends the file of a ticket. What fails before the first byte is answered as any call; later the connection is cut.
 * Throws CSRF for a request of another page, LINK_EXPIRED, ACTION_REPEATED for a ticket that was used, OVERLOADED.
 */
export async function sendExport(
  deps: ConsoleDeps,
  slots: ExportSlots,
  { ticket, ...asked }: InputOf<typeof downloadExport>,
  { session, request, reply }: Asked,
): Promise<null> {
  // the cookie comes along from other ports of this host, too
  if (request.headers['sec-fetch-site'] !== 'same-origin') throw new AppError('CSRF')
  const purpose = { sessionId: session.sessionId, ...asked }
  if (!isTicketFor(deps.config.secretKey, purpose, { ticket, now: deps.now() })) {
    throw new AppError('LINK_EXPIRED', { message: '下载的链接已经失效，请再点一次“导出 CSV”' })
  }
  using slot = slots.take()
  const list = exportedLists[asked.list]
  const filter = filterJson.parse(JSON.parse(asked.filter))
  const subject = await withSnapshot(
    deps.sql,
    async (tx) => (await list.open(deps, tx, filter)).subject,
  )
  const action = {
    ...consoleActor(session),
    ...{
      mark: hashToken(ticket).toString('base64url'),
      weight: null,
      signature: null,
      reason: null,
      subject,
    },
    command: 'console export',
    given: { list: list.title, ...withoutPersons(list, filter) },
  }
  const id = await withLiveSession(deps, session, (tx) => beginAction(tx, action))
  if (id === null) {
    throw new AppError('ACTION_REPEATED', { message: '这个下载链接已经用过，请再点一次“导出 CSV”' })
  }
  const sent = { rows: 0 }
  let end: { outcome: Outcome; result: Record<string, unknown> } | undefined
  try {
    end = (await sendRows(deps, list, { filter, sent, reply, slot }))
      ? { outcome: 'done', result: sent }
      : { outcome: 'failed', result: { ...sent, message: '下载没有完成' } }
  } finally {
    end ??= { outcome: 'failed', result: { ...sent, message: '导出中断' } }
    await endAction(deps.sql, id, end)
  }
  return null
}

/** Reads in one transaction, no faster than the browser takes it. False when the file was broken off. */
async function sendRows(
  deps: ConsoleDeps,
  list: ExportedList,
  {
    filter,
    sent,
    reply,
    slot,
  }: {
    filter: Record<string, string>
    sent: { rows: number }
    reply: FastifyReply
    slot: Disposable
  },
): Promise<boolean> {
  const file = new PassThrough()
  // Before the end of the answer is sent: a reader who has it, or who has gone, may ask for the next file at once.
  for (const end of ['end', 'close']) file.once(end, () => slot[Symbol.dispose]())
  const reading = withSnapshot(
    deps.sql,
    async (tx) => {
      const { parts } = await list.open(deps, tx, filter)
      async function* texts() {
        for await (const { text, rows } of parts()) {
          yield text
          sent.rows += rows
        }
      }
      await pipeline(texts, file, { signal: AbortSignal.timeout(LONGEST_MS) })
    },
    { stalledMs: STALLED_MS },
  )
  // what fails now is told in the envelope, not in the middle of a file
  await Promise.race([once(file, 'readable'), reading])
  const made = timeText(deps.now(), deps.content.site.timeZone)
  const stamp = (list.stamp === undefined ? made : (filter[list.stamp] ?? made)).replaceAll(
    /[-:]/g,
    '',
  )
  const name = `${list.title}-${stamp.replace(' ', '-')}.csv`
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header(
      'content-disposition',
      `attachment; filename="export.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
  void reply.send(file)
  const [answered, read] = await Promise.allSettled([finished(reply.raw), reading])
  const broken = [read, answered].find((each) => each.status === 'rejected')
  if (broken) deps.log.warn({ err: broken.reason }, 'a download was broken off')
  return broken === undefined
}

/** The audit log keeps no address of a user, because the account may be closed later; the subject is the id. */
function withoutPersons(
  { personal }: ExportedList,
  filter: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, personal.includes(name) ? '（不记录）' : value]),
  )
}
