import type { FastifyRequest } from 'fastify'
import { isSameKey, apiKeyOf, type ApiKeys } from '../api/auth.ts'

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]', '::1']
const PROXY_HEADER =
  /^(forwarded|via|x-forwarded-.+|x-(real|client|cluster-client|original)-ip|(true|cf|fastly)-(client|connecting)-ip)$/

/**
 * Whether the caller may see and control everything: programs on this machine may; others, also through a
 * proxy, need the secret key.
 */
export function mayControl(request: FastifyRequest, { secretKey }: ApiKeys): boolean {
  const isHere =
    isLoopback(request.raw.socket.remoteAddress) && LOCAL_NAMES.includes(request.hostname)
  if (isHere && !isPassedOn(request)) return true
  const key = apiKeyOf(request.headers.authorization)
  return key !== undefined && isSameKey(key, secretKey)
}

/** Whether a proxy on this machine has forwarded the call from another one, which its headers show. */
function isPassedOn({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADER.test(name))
}

/** Whether the call comes from the sandbox's own pages: browsers send the origin with every POST. */
export function isOwnPage({ headers, host }: FastifyRequest): boolean {
  const { origin } = headers
  return origin === undefined || URL.parse(origin)?.host === host
}

function isLoopback(address = ''): boolean {
  return /^(::ffff:)?127\./.test(address) || address === '::1'
}
