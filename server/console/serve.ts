import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleCall } from '#contract/console/console-call.ts'
import { type Permission, permissionsOf } from '#contract/console/staff/roles.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { AppError } from '../http/app-error.ts'
import { parseInput } from '../http/serve.ts'
import type { OwnPage } from './own-page.ts'
import { recordForbidden } from './sessions/intrusions.ts'
import {
  isConfirmed,
  type OperatorSession,
  readOperatorSession,
  reportForgery,
} from './sessions/sessions.ts'
import type { ConsoleDeps } from './deps.ts'

interface Served<C extends ConsoleCall> {
  input: InputOf<C>
  /** Null only for a call of `anyone`. */
  session: C['access'] extends 'anyone' ? OperatorSession | null : OperatorSession
  /** The browser's session began at another network address. */
  isElsewhere: boolean
  request: FastifyRequest
  reply: FastifyReply
}

/** One handler for each call of a group; TypeScript refuses a group with one missing. */
export type ConsoleHandlers<Group extends Record<string, ConsoleCall>> = {
  [Name in keyof Group]: (call: Served<Group[Name]>) => Promise<OutputOf<Group[Name]>>
}

/** Serves a group of calls: own page, session, permission, confirmation, parsing, handler, envelope. */
export function serveConsoleCalls<Group extends Record<string, ConsoleCall>>(
  app: FastifyInstance,
  { deps, ownPage }: { deps: ConsoleDeps; ownPage: OwnPage },
  group: Group,
  handlers: ConsoleHandlers<Group>,
): void {
  for (const [name, call] of Object.entries(group)) {
    const { method, path, access, input, needsConfirmation, bodyLimit } = call
    app.route({
      method,
      url: path,
      ...(bodyLimit !== undefined && { bodyLimit }),
      // before the body is read, so that a forged call learns nothing
      async onRequest(request, reply) {
        reply.header('cache-control', 'no-store')
        try {
          if (method === 'POST') ownPage.check(request)
          else ownPage.checkRead(request)
        } catch (error) {
          await reportForgery(deps, request)
          throw error
        }
        // a large body is read from those alone who may send it
        if (bodyLimit === undefined || access === 'anyone') return
        const { session } = await readOperatorSession(deps, request)
        if (session === null) throw new AppError('UNAUTHENTICATED')
        if (!mayCall(session, access)) {
          await recordForbidden(deps, session, path)
          throw new AppError('FORBIDDEN')
        }
      },
      async handler(request, reply) {
        const { session, isElsewhere } = await readOperatorSession(deps, request)
        if (access !== 'anyone') {
          if (session === null) throw new AppError('UNAUTHENTICATED')
          if (!mayCall(session, access)) {
            if (method === 'POST') await recordForbidden(deps, session, path)
            throw new AppError('FORBIDDEN')
          }
          if (needsConfirmation) requireConfirmation(session, deps.now())
        }
        const source = method === 'GET' ? request.query : request.body
        const served = { input: parseInput(input, source, null), session, isElsewhere }
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by this very call, and checked above
        const given = { ...served, request, reply } as Served<Group[string]>
        const data = await handlers[name]!(given)
        // a download has answered by itself
        if (reply.raw.headersSent) return reply
        // parsing the answer strips what the contract does not name: no column leaks
        return { statusCode: 200, message: 'ok', data: call.output.parse(data) }
      },
    })
  }
}

function mayCall(
  { role }: Pick<OperatorSession, 'role'>,
  access: Exclude<ConsoleCall['access'], 'anyone'>,
): boolean {
  return access === 'operator' || permissionsOf(role).includes(access)
}

/** Throws FORBIDDEN, and writes the attempt down, unless the role of the session may run the command. */
export async function requirePermission(
  deps: Pick<ConsoleDeps, 'sql' | 'limits'>,
  session: OperatorSession,
  { title, permission }: { title: string; permission: Permission },
): Promise<void> {
  if (mayCall(session, permission)) return
  await recordForbidden(deps, session, title)
  throw new AppError('FORBIDDEN')
}

/** Throws CONFIRMATION_NEEDED unless the operator has shown a passkey or a code within 15 minutes. */
export function requireConfirmation(session: OperatorSession, now: Date): void {
  if (!isConfirmed(session, now)) throw new AppError('CONFIRMATION_NEEDED')
}
