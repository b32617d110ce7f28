import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { createPlaces } from './places.ts'

const MEBIBYTE = 2 ** 20

/** Calls back once the client has its answer or is gone, also when it has gone already. */
export function whenClosed({ raw }: FastifyReply, callback: () => void): void {
  if (raw.destroyed) callback()
  else raw.once('close', callback)
}

/** Bounds the bytes of bodies that are in memory, in all and of one user's requests. */
export function createBodyMemory(limits: { most: number; mostOfUser: number }) {
  const memory = createPlaces(limits)
  return {
    /**
     * Before a body is taken in, until the answer to it has ended; one that does not name its length counts as the
     * longest. Throws request_too_large, rate_limit_exceeded and busy.
     */
    reserve(
      { headers }: FastifyRequest,
      reply: FastifyReply,
      { user, longest }: { user: string; longest: number },
    ): void {
      const length = Number(headers['content-length'] ?? longest)
      if (length > longest) {
        const message = `请求超过 ${longest / MEBIBYTE} MB，请缩小或分次处理`
        throw new ApiError('request_too_large', { message })
      }
      whenClosed(reply, memory.take(user, length))
    },
  }
}
