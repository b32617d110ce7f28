import { AsyncLocalStorage } from 'node:async_hooks'
import type { Session } from '../../http/sessions/session.ts'

const sessions = new AsyncLocalStorage<Session | null>()

/** Runs work of the provider for a browser with this session of the shop; null: a visitor, or an application. */
export function withSession<T>(session: Session | null, work: () => T): T {
  return sessions.run(session, work)
}

/** The session of the shop that the provider's work is done for. */
export function currentSession(): Session | null {
  return sessions.getStore() ?? null
}
