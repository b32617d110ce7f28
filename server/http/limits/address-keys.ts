import { isIPv6 } from 'node:net'
import type { Bucket, Limit } from './limit.ts'

/** A customer who has a whole /48 has 65,536 networks, each with a limit of its own. */
const WIDE_FACTOR = 10

/**
 * The counters of a network address: one for an IPv4 address; for an IPv6 address one for its /64 and one
 * for its /48 with ten times the limit.
 */
export function addressBuckets(limit: Limit, address: string): Bucket[] {
  const [network, wide] = networksOf(address)
  const narrow = { limit, key: network }
  return wide === undefined ? [narrow] : [narrow, { limit, key: wide, factor: WIDE_FACTOR }]
}

/** The widest network that has a counter: the IPv4 address itself or the /48 of an IPv6 address. */
export function widestNetwork(address: string): string {
  const [network, wide] = networksOf(address)
  return wide ?? network
}

function networksOf(ip: string): [network: string, wide?: string] {
  if (!isIPv6(ip)) return [ip]
  const groups = groupsOf(ip)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (isMapped) return [groups.slice(6).flatMap(bytesOf).join('.')]
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`]
}

/** The eight groups of an IPv6 address in their shortest form; the end may be written as IPv4. */
function groupsOf(ip: string): string[] {
  const [address = ''] = ip.split('%', 1)
  const [head = [], tail] = address.split('::', 2).map(splitGroups)
  if (tail === undefined) return [...head]
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

function splitGroups(part: string): string[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return Number.parseInt(group, 16).toString(16)
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d].map((pair) => pair.toString(16))
  })
}

function bytesOf(group: string): number[] {
  const pair = Number.parseInt(group, 16)
  return [pair >> 8, pair & 255]
}
