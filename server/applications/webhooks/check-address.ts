import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Which receivers the shop may connect to. */
export interface AddressRules {
  /** Plain http and loopback addresses are refused. */
  isProduction: boolean
  /** Hosts that the operator lets lie in private networks, as the URL writes them. */
  privateHosts: readonly string[]
}

export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

const LOOPBACK = blockList(['127.0.0.0/8', '::1/128'])
/** Private, link-local, shared, reserved and translated ranges, and those of documentation and multicast. */
const PRIVATE = blockList([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ...[
    '::/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
  ],
  ...['2002::/16', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
])

/**
 * Resolves host names for a connection and leaves out addresses that are refused, so that the address that was
 * checked is the one connected to.
 */
export function checkedLookup(host: string, rules: AddressRules): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const allowed = found.filter(({ address }) => isAllowed(host, address, rules))
      const [first] = allowed
      if (!first) return done(refusalOf(host, found), [])
      if (options.all === true) return done(null, allowed)
      done(null, first.address, first.family)
    })
  }
}

/** Throws AddressRefused for a URL whose host is an address that is refused; names are checked when they are resolved. */
export function requireAllowedAddress(url: URL, rules: AddressRules): void {
  if (rules.isProduction && url.protocol !== 'https:') throw new AddressRefused('not https')
  const address = bareHost(url)
  if (isIP(address) === 0 || isAllowed(address, address, rules)) return
  throw refusalOf(address, [{ address, family: isIP(address) }])
}

/** The host of a URL, an IPv6 address without its brackets. */
export function bareHost(url: URL): string {
  return url.hostname.replaceAll(/^\[|\]$/g, '')
}

function isAllowed(host: string, address: string, rules: AddressRules): boolean {
  if (rules.privateHosts.includes(host)) return true
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (!rules.isProduction && LOOPBACK.check(address, family)) return true
  return !PRIVATE.check(address, family)
}

function refusalOf(host: string, found: readonly LookupAddress[]): AddressRefused {
  const addresses = found.map(({ address }) => address).join(', ')
  return new AddressRefused(`${host} lies in a private network (${addresses})`)
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [base = '', bits] = range.split('/')
    list.addSubnet(base, Number(bits), isIP(base) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
