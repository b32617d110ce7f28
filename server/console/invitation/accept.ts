import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '#contract/console/staff/invitation.ts'
import type { Role } from '#contract/console/staff/roles.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { recordAction } from '../../operator/audit/actions.store.ts'
import { takeInvitation } from '../../operator/operators/invitations.store.ts'
import {
  findOperator,
  insertOperator,
  isFirstOwner,
  lockOperators,
  noteOperatorChanged,
} from '../../operator/operators/operators.store.ts'
import { consoleActor } from '../actor.ts'
import type { ConsoleDeps } from '../deps.ts'
import { answerSignedIn, openOperatorSession } from '../sessions/sessions.ts'
import { operatorFactors } from '../../second-factor/factors.store.ts'
import { renewCodes } from '../../second-factor/factors.ts'

export interface Invited {
  tokenHash: Buffer
  /** The operator to be, or the one whose ways to sign in were taken away. */
  operatorId: string
  email: string
  name: string
  role: Role
}

/**
 * Uses the invitation up, creates the operator unless it is one whose ways to sign in were reset, stores the new way
 * and signs in: all of it or nothing.
 */
export async function acceptInvitation(
  deps: ConsoleDeps,
  { tokenHash, operatorId, email, name, role }: Invited,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  storeFactor: (tx: Query) => Promise<void>,
): Promise<OutputOf<typeof contract.acceptWithPasskey>> {
  const { sql, now } = deps
  const { recoveryCodes, ...opened } = await sql.begin(async (tx) => {
    // as whoever resets or disables the operator does, before invitations
    await lockOperators(tx, [operatorId])
    const taken = await takeInvitation(tx, { tokenHash, now: now() })
    if (taken === null) throw new AppError('LINK_EXPIRED')
    if (taken.email === null && !(await isFirstOwner(tx))) throw new AppError('LINK_EXPIRED')
    const known = await findOperator(tx, operatorId)
    if (!known && !(await insertOperator(tx, { id: operatorId, email, name, role, now: now() }))) {
      throw new AppError('LINK_EXPIRED')
    }
    if (known) await noteOperatorChanged(tx, operatorId, now())
    await storeFactor(tx)
    const codes = await renewCodes(operatorFactors, tx, operatorId)
    const session = await openOperatorSession(deps, tx, { operatorId, request })
    const { sessionId } = session
    await recordAction(tx, {
      ...consoleActor({ email, operatorId, sessionId, address: request.ip }),
      command: 'console join',
      given: { role, invitedBy: taken.invitedBy },
      subject: operatorId,
      reason: null,
      outcome: 'done',
      result: {},
    })
    return { ...session, recoveryCodes: codes }
  })
  return { operator: await answerSignedIn(deps, reply, opened), recoveryCodes }
}
