import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../api/errors.ts'
import type { CallFault, FaultRule } from './plan.ts'

type Moment = 'before' | 'after'

/** Applies the call's fault at this moment. Returns true when the connection is closed and nothing is left to answer. */
export async function applyFault(
  rule: FaultRule<CallFault> | undefined,
  moment: Moment,
  reply: FastifyReply,
  stop: AbortSignal,
): Promise<boolean> {
  if (rule === undefined) return false
  const { fault, delayMs } = rule
  if (moment === 'before' && fault === 'delay') await wait(delayMs, stop)
  if (moment === 'before' && fault === 'rate_limit') throw tooMany(reply)
  if (fault !== `drop_${moment}` && fault !== `reset_${moment}` && fault !== `hang_${moment}`) {
    return false
  }
  await closeConnection(reply, fault, stop)
  return true
}

/** Closing the sandbox ends the wait too. */
async function wait(ms: number, stop: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: stop }).catch(() => undefined)
}

async function closeConnection(
  reply: FastifyReply,
  fault: CallFault,
  stop: AbortSignal,
): Promise<void> {
  const { socket } = reply.request.raw
  reply.hijack()
  if (fault.startsWith('hang') && !socket.destroyed) {
    await once(socket, 'close', { signal: stop }).catch(() => undefined)
  }
  if (fault.startsWith('reset')) socket.resetAndDestroy()
  else socket.destroy()
}

/** The 500 of a fault; it is kept under the idempotency key as any answer is. */
export function simulatedServerError(): ApiError {
  return new ApiError(500, { type: 'api_error', message: 'The sandbox failed, as it was told to.' })
}

function tooMany(reply: FastifyReply): ApiError {
  reply.header('stripe-rate-limited-reason', 'endpoint-rate')
  return new ApiError(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Too many requests, as the sandbox was told.',
  })
}
