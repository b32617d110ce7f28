import { expect, test } from 'vitest'
import { addressBuckets, widestNetwork } from './address-keys.ts'
import { defineLimits } from './limit.ts'

const { limit } = defineLimits({ limit: { times: 1, seconds: 60 } })
const keysOf = (address: string) => addressBuckets(limit, address).map(({ key }) => key)

test('IPv4 address uses the counter of its dotted form, however it is written', () => {
  const writings = [
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '::FFFF:cb00:7107',
    '0:0:0:0:0:ffff:cb00:7107',
    '::ffff:203.0.113.7%eth0',
  ]
  const found = writings.map((written) => [
    written,
    addressBuckets(limit, written),
    widestNetwork(written),
  ])
  const dotted = '203.0.113.7'
  expect(found).toEqual(writings.map((written) => [written, [{ limit, key: dotted }], dotted]))
})

test('IPv6 address has a counter for its /64 and one with ten times the limit for its /48', () => {
  expect(addressBuckets(limit, '2001:db8:0:12::1')).toEqual([
    { limit, key: '2001:db8:0:12::/64' },
    { limit, key: '2001:db8:0::/48', factor: 10 },
  ])
  const home = keysOf('2001:db8:0:12::1')
  expect(keysOf('2001:0db8:0000:0012:ffff:1:2:3')).toEqual(home)
  expect(keysOf('2001:db8:0:12:a::')).toEqual(home)
  expect(keysOf('2001:db8::1')).toEqual(keysOf('2001:db8:0:0:5::'))
  expect(keysOf('::1')).toEqual(keysOf('::2'))
  expect(keysOf('fe80::1%eth0')).toEqual(keysOf('fe80::2'))
  const [next, wide] = keysOf('2001:db8:0:13::1')
  expect(next).not.toBe(home[0])
  expect(wide).toBe(home[1])
  expect(widestNetwork('2001:db8:0:13::1')).toBe(home[1])
  expect(widestNetwork('2001:db8:1:12::1')).not.toBe(home[1])
})
