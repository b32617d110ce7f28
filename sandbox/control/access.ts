import type { FastifyRequest } from 'fastify'
import { isSameKey, apiKeyOf, type ApiKeys } from '../api/auth.ts'

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]', '::1']
const PROXY_HEADER =
  /^(forwarded|via|x-forwarded-.+|x-(real|client|cluster-client|original)-ip|(true|cf|fastly)-(client|connecting)-ip)$/

/**
 * Whether the caller may see and steer everything: who is on this machine, and from elsewhere, also
 * through a proxy, who has the secret key.
 */
export function mayControl(request: FastifyRequest, { secretKey }: ApiKeys): boolean {
  const isHere =
    isLoopback(request.raw.socket.remoteAddress) && LOCAL_NAMES.includes(request.hostname)
  if (isHere && !isPassedOn(request)) return true
  const key = apiKeyOf(request.headers.authorization)
  return key !== undefined && isSameKey(key, secretKey)
}

/** A proxy on this machine brings callers from elsewhere, and each kind says so by another header. */
function isPassedOn({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADER.test(name))
}

/** Browsers name the origin of every POST: another site's page may not steer the sandbox. */
export function isOwnPage({ headers, host }: FastifyRequest): boolean {
  const { origin } = headers
  return origin === undefined || URL.parse(origin)?.host === host
}

function isLoopback(address = ''): boolean {
  return /^(::ffff:)?127\./.test(address) || address === '::1'
}
