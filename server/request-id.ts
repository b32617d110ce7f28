import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.ts'

const HEADER = 'x-request-id'
/** What nginx, HAProxy and Caddy write: an id that can stand in logs and in the database's list of sessions. */
const WELL_FORMED = /^[0-9a-f]{8}[0-9a-f-]{24,28}$/i

const current = new AsyncLocalStorage<string>()

/** The id of the request that is being answered; undefined beside requests. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}

/** Names requests: as the operator's proxy did, else by an id of our own. */
export function createRequestIds({
  trustProxy,
}: Pick<Config, 'trustProxy'>): (request: Pick<IncomingMessage, 'headers'>) => string {
  if (trustProxy.length === 0) return () => randomUUID()
  return ({ headers }) => {
    const given = headers[HEADER]
    return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
  }
}

/** Lets whatever a request does know its id. */
export function useRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => current.run(request.id, done))
  // what reads a body goes on in the connection's context
  app.addHook('preValidation', (request, _reply, done) => current.run(request.id, done))
}
