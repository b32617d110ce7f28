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
])('%s is named; %s is meant', (name, meant) => {
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
])('%s is of the system or of another program, and nothing is said of it', (name) => {
  expect(findUnknownSettings({ [name]: 'x' })).toEqual([])
})

test('an empty one changes nothing, and nothing is said of it', () => {
  expect(findUnknownSettings({ DATBASE_URL: ' ' })).toEqual([])
})
