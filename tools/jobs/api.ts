import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ToolsDeps } from '../deps.ts'
import { findTool } from '../wire/tools.ts'
import { JobError } from './job-error.ts'
import type { WrongKeys } from './wrong-keys.ts'
import { readOrder } from './read-order.ts'

/** Use from a program of the customer's, by the key that the customer made in the shop: `POST /v1/{tool}`. */
export function customerApi(
  app: FastifyInstance,
  { shop, runJob, wrongKeys }: Pick<ToolsDeps, 'shop' | 'runJob'> & { wrongKeys: WrongKeys },
): void {
  app.post<{ Params: { tool: string } }>('/v1/:tool', async (request, reply) => {
    const { headers, params, body } = request
    // what can be refused here is: the shop limits how often it says whose a key is
    const key = /^Bearer (key_[\w-]{43})$/.exec(headers.authorization ?? '')?.[1]
    if (key === undefined) throw new JobError('KEY_INVALID')
    const order = readOrder(toOrder(params.tool, body, headers['idempotency-key']))
    wrongKeys.check(request.ip)
    const owner = await shop.findKeyOwner(key)
    if (owner === null) {
      wrongKeys.count(request.ip)
      throw new JobError('KEY_INVALID')
    }
    const stop = new AbortController()
    reply.raw.once('close', () => stop.abort())
    const { user, keyId } = owner
    const context = { user, keyId, signal: stop.signal, report: () => {} }
    const { text, characters, cost, available, charge } = await runJob(order, context)
    void reply.header('cache-control', 'no-store')
    return { id: charge, text, characters, cost, balance: available }
  })
}

function toOrder(tool: string, body: unknown, idempotencyKey: unknown): object {
  const { text, to } =
    typeof body === 'object' && body !== null ? { text: null, to: null, ...body } : {}
  const choices = findTool(tool)?.choices
  const id = idempotencyKey === undefined ? randomUUID() : idempotencyKey
  return { id, tool, choice: to ?? choices?.[0].value ?? '', text }
}
