import type { ActionActor } from '../operator/audit/actions.store.ts'
import type { OperatorSession } from './sessions/sessions.store.ts'

/** Who acts in the console, for the audit log. */
export function consoleActor<SessionId extends string | null>({
  email,
  operatorId,
  sessionId,
  address,
}: Pick<OperatorSession, 'email' | 'operatorId' | 'address'> & {
  sessionId: SessionId
}): ActionActor & { sessionId: SessionId } {
  return { channel: 'console', operator: email, operatorId, sessionId, address }
}
