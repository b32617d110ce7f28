import type * as contract from '#contract/console/staff/signatures.ts'
import { permissionsOf } from '#contract/console/staff/roles.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { AppError } from '../../http/app-error.ts'
import type { Query } from '../../db/sql.ts'
import { queueMail } from '../../mail/outbox.ts'
import { requestEndedMail } from '../../operator/operators/operator-mails.ts'
import { beginAction, recordAction } from '../../operator/audit/actions.store.ts'
import { consoleActor } from '../actor.ts'
import { requireCommand, runCommand, toWireReport } from '../actions/run-command.ts'
import type { ConsoleDeps } from '../deps.ts'
import { type ConsoleHandlers, requirePermission } from '../serve.ts'
import { type OperatorSession, withLiveSession } from '../sessions/sessions.ts'
import { signingCutoff, SIGNS_AFTER_MS } from './daily-sum.ts'
import {
  decideRequest,
  findUnchangedSince,
  isUnchangedSince,
  listEndedRequests,
  listWaitingRequests,
  type RequestRow,
} from './requests.store.ts'

/** How long an operator sees what became of a request. */
const SHOWN_MS = 7 * 24 * 60 * 60 * 1000

export function signatureHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listSignatureRequests({ session }) {
      const { sql } = deps
      const now = deps.now()
      const { operatorId } = session
      const waiting = await listWaitingRequests(sql, now)
      const since = new Date(now.getTime() - SHOWN_MS)
      const ended = await listEndedRequests(sql, { operatorId, since, now })
      return {
        ended: ended.map(({ command, requestedAt, endedAt, ...rest }) => ({
          ...rest,
          title: requireCommand(command).console.title,
          requestedAt: requestedAt.toISOString(),
          endedAt: endedAt.toISOString(),
        })),
        signsLater: await signsLater(deps, session),
        requests: waiting
          .filter((request) => concerns(request, session))
          .map((request) => toWire(request, session)),
      }
    },
    signRequest: ({ session, input }) => signRequest(deps, session, input),
    async dropRequest({ session, input: { id } }) {
      const request = await requireRequest(deps, session, id)
      const isOwn = request.operatorId === session.operatorId
      const outcome = isOwn ? 'withdrawn' : 'refused'
      await withLiveSession(deps, session, async (tx) => {
        const { operatorId: decidedBy } = session
        if (!(await decideRequest(tx, { id, outcome, decidedBy, now: deps.now() }))) throw decided()
        if (outcome === 'refused') {
          await tellRequester(deps, tx, { request, outcome, by: session.email })
        }
        await recordAction(tx, {
          ...consoleActor(session),
          command: 'console request',
          given: { command: request.command, outcome },
          subject: id,
          reason: null,
          outcome: 'done',
          result: { request: id },
        })
      })
      return null
    },
  }
}

/** Null for who may sign now, or may not by the role. */
async function signsLater(deps: ConsoleDeps, { operatorId, role }: OperatorSession) {
  if (!permissionsOf(role).includes('sign')) return null
  const since = await findUnchangedSince(deps.sql, operatorId)
  if (since === null || since <= signingCutoff(deps)) return null
  const from = new Date(since.getTime() + SIGNS_AFTER_MS)
  return { since: since.toISOString(), from: from.toISOString() }
}

/** Mails the requester what became of the request. */
async function tellRequester(
  { content }: ConsoleDeps,
  tx: Query,
  { request, outcome, by }: { request: RequestRow; outcome: 'signed' | 'refused'; by: string },
): Promise<void> {
  const { title } = requireCommand(request.command).console
  await queueMail(tx, {
    to: request.operator,
    ...requestEndedMail({ content }, { title, outcome, by }),
  })
}

/** Runs the command as the requester's, in the signer's session: with the preview of now, and in one step with the signature. */
async function signRequest(
  deps: ConsoleDeps,
  session: OperatorSession,
  { id, mark }: { id: string; mark: string | null },
): Promise<OutputOf<typeof contract.signRequest>> {
  const request = await requireRequest(deps, session, id)
  if (request.operatorId === session.operatorId) throw new AppError('FORBIDDEN')
  const command = requireCommand(request.command)
  const { title } = command.console
  await requirePermission(deps, session, { title, permission: 'sign' })
  if (!(await isUnchangedSince(deps.sql, session.operatorId, signingCutoff(deps)))) {
    throw new AppError('ACTION_REFUSED', {
      message: '您加入、恢复、换角色或重置登录方式还不到 24 小时，暂时不能签字',
    })
  }
  const actor = {
    ...consoleActor(session),
    operator: request.operator,
    operatorId: request.operatorId,
    sessionId: session.sessionId,
  }
  return runCommand(deps, {
    command,
    given: request.given,
    mark,
    actor,
    requestId: id,
    signer: session.email,
    begin: () => (_query, action) =>
      withLiveSession(deps, session, async (tx) => {
        // refused before there was a preview to agree to: the request goes on waiting
        if (action.mark === null) return beginAction(tx, { ...action, ...consoleActor(session) })
        const isOfUser = request.given['user'] !== undefined
        if (isOfUser && action.subject !== request.subject) throw ofAnother()
        const { operatorId: signedBy } = session
        const decision = { id, outcome: 'signed' as const, decidedBy: signedBy, now: deps.now() }
        if (!(await decideRequest(tx, decision))) throw decided()
        await tellRequester(deps, tx, { request, outcome: 'signed', by: session.email })
        return beginAction(tx, { ...action, signature: { requestId: id, signedBy } })
      }),
  })
}

async function requireRequest(
  { sql, now }: ConsoleDeps,
  session: OperatorSession,
  id: string,
): Promise<RequestRow> {
  const waiting = await listWaitingRequests(sql, now())
  const request = waiting.find((each) => each.id === id)
  if (request === undefined || !concerns(request, session)) throw decided()
  return request
}

/** Whether this operator asked for it or may sign it. */
function concerns(request: RequestRow, { operatorId, role }: OperatorSession): boolean {
  return request.operatorId === operatorId || permissionsOf(role).includes('sign')
}

function decided(): AppError {
  return new AppError('ACTION_REPEATED', { message: '这个申请已经有了结果，或已经过期' })
}

/** An address that was typed may have another owner by now. */
function ofAnother(): AppError {
  return new AppError('ACTION_REFUSED', {
    message:
      '申请提出之后，填写的邮箱换了账户，签字会落到另一个账户上。请拒绝这个申请，按用户编号重新提出',
  })
}

function toWire(request: RequestRow, { operatorId }: OperatorSession) {
  const {
    requestedAt,
    expiresAt,
    preview,
    command,
    given: _given,
    subject: _subject,
    operatorId: by,
    ...rest
  } = request
  return {
    ...rest,
    isOwn: by === operatorId,
    command,
    title: requireCommand(command).console.title,
    preview: toWireReport(preview),
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
