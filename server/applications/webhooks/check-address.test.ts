import { expect, test } from 'vitest'
import { AddressRefused, checkedLookup, requireAllowedAddress } from './check-address.ts'
import { postMessage } from './post-message.ts'

const production = { isProduction: true, privateHosts: [] }
const development = { isProduction: false, privateHosts: [] }

test('private and local addresses, in whichever notation, and plain http are refused in production', () => {
  const addresses = [
    'https://10.0.0.1/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://192.168.1.1/',
    'https://172.31.0.1/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://0x7f.1/',
    'https://[64:ff9b::a00:1]/',
    'https://[::ffff:0:7f00:1]/',
    'https://[::a00:1]/',
    'https://2130706433/',
    'http://93.184.215.14/',
  ]
  const isRefused = (url: string) => {
    try {
      requireAllowedAddress(new URL(url), production)
      return false
    } catch (error) {
      return error instanceof AddressRefused
    }
  }
  expect(addresses.filter((url) => !isRefused(url))).toEqual([])
})

test('public addresses and listed hosts are allowed; loopback only outside production', () => {
  for (const url of ['https://93.184.215.14/', 'https://[2606:2800:21f::1]/'])
    expect(() => requireAllowedAddress(new URL(url), production)).not.toThrow()
  const listed = { isProduction: true, privateHosts: ['10.0.0.1', 'fd00::1'] }
  for (const url of ['https://10.0.0.1/', 'https://[fd00::1]/'])
    expect(() => requireAllowedAddress(new URL(url), listed)).not.toThrow()
  expect(() => requireAllowedAddress(new URL('https://10.0.0.2/'), listed)).toThrow()
  expect(() => requireAllowedAddress(new URL('http://127.0.0.1/'), development)).not.toThrow()
  expect(() => requireAllowedAddress(new URL('http://10.0.0.1/'), development)).toThrow()
})

function resolve(rules: Parameters<typeof checkedLookup>[1]) {
  return new Promise((done) => {
    checkedLookup('localhost', rules)('localhost', { all: true }, (error, found) =>
      done(error ?? found),
    )
  })
}

test('a name is refused when it resolves to a private address, unless it is listed', async () => {
  expect(await resolve(production)).toBeInstanceOf(AddressRefused)
  const answer = expect.arrayContaining([expect.objectContaining({ address: '127.0.0.1' })])
  expect(await resolve(development)).toEqual(answer)
  expect(await resolve({ isProduction: true, privateHosts: ['localhost'] })).toEqual(answer)
  const post = {
    url: 'https://localhost:1/',
    userAgent: 'test',
    headers: {},
    body: '',
    rules: production,
  }
  await expect(
    postMessage({ ...post, signal: new AbortController().signal }),
  ).rejects.toBeInstanceOf(AddressRefused)
})
