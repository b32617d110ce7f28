import { expect, test } from 'vitest'
import { addressBuckets, widestNetwork } from './address-keys.ts'

const keysOf = (address: string) => addressBuckets('mailIp', address).map(([, key]) => key)

test('an IPv4 customer is its address, however it is written', () => {
  for (const written of ['203.0.113.7', '::ffff:203.0.113.7']) {
    expect(addressBuckets('mailIp', written)).toEqual([['mailIp', '203.0.113.7']])
  }
  expect(widestNetwork('203.0.113.7')).toBe('203.0.113.7')
})

test('an IPv6 customer is its /64 and, ten times as wide, its /48', () => {
  expect(addressBuckets('mailIp', '2001:db8:0:12::1')).toEqual([
    ['mailIp', '2001:db8:0:12::/64'],
    ['mailIp', '2001:db8:0::/48', 10],
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
