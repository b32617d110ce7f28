import { expect, test } from 'vitest'
import { findUnknownSettings } from './unknown-settings.ts'

test.each([
  ['DATBASE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['SECRETKEY', 'SECRET_KEY'],
  ['SERCET_KEY', 'SECRET_KEY'],
  ['secret_key', 'SECRET_KEY'],
  ['PROT', 'PORT'],
  ['TRUST_PROXIES', null],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['STRIPE_WEBHOOK_KEY', null],
  ['SMTP_PASSWORD', null],
])('%s is reported as unknown, with the suggestion %s', (name, meant) => {
  expect(findUnknownSettings({ [name]: 'x', PORT: '3000' })).toEqual([{ name, meant }])
})

test.each([
  'PATH',
  'HOME',
  'HOSTNAME',
  'MAIL',
  'LOGNAME',
  'NODE_OPTIONS',
  'TZ',
  'npm_config_cache',
])('%s of the system or another program is not reported', (name) => {
  expect(findUnknownSettings({ [name]: 'x' })).toEqual([])
})

test('empty unknown setting is not reported', () => {
  expect(findUnknownSettings({ DATBASE_URL: ' ' })).toEqual([])
})
