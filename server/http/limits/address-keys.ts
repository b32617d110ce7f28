import { isIPv6 } from 'node:net'
import type { Bucket, LimitName } from './limits-table.ts'

/** A provider that gives a customer a whole /48 gives him 65,536 networks of one limit each. */
const WIDE_FACTOR = 10

/**
 * The counters of a network address: an IPv4 address has one, an IPv6 address one for its /64 and one
 * for its /48 with ten times the limit.
 */
export function addressBuckets(limit: LimitName, address: string): Bucket[] {
  const [network, wide] = networksOf(address)
  return wide === undefined
    ? [[limit, network]]
    : [
        [limit, network],
        [limit, wide, WIDE_FACTOR],
      ]
}

/** The widest network that is counted as one: the IPv4 address or the /48 of an IPv6 address. */
export function widestNetwork(address: string): string {
  const [network, wide] = networksOf(address)
  return wide ?? network
}

function networksOf(ip: string): [network: string, wide?: string] {
  if (!isIPv6(ip)) return [ip]
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return [mapped]
  const [head = '', tail] = ip.split('%', 1)[0]!.split('::', 2)
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...gap, ...right].map((group) => Number.parseInt(group, 16).toString(16))
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`]
}
