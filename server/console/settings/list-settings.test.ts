import { expect, test } from 'vitest'
import { type Config, loadConfig } from '../../config/config.ts'
import { environmentSchema } from '../../config/environment.ts'
import { loadContent } from '../../site/content/load-content.ts'
import { listSettings, type ShownSetting } from './list-settings.ts'
import { SETTING_NAMES } from './setting-facts.ts'

const content = loadContent('content', ['card'])
const SECRETS = {
  SECRET_KEY: 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe',
  DATABASE_URL: 'postgres://shop:dbPw7@db.test:5432/shop?sslmode=require&password=dbPw8',
  SMTP_URL: 'smtps://mailer:smtpPw9@mail.test:465',
  STRIPE_SECRET_KEY: 'sk_test_51Hq2KcV8mTz',
  STRIPE_WEBHOOK_SECRET: 'whsec_oldOne7k,whsec_newOne9m',
  CAPTCHA_SECRET_KEY: 'captchaPw6',
}
const given = {
  ...SECRETS,
  PAYMENTS: 'stripe',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51Hq2KcV8mTz',
  CAPTCHA: 'turnstile',
  CAPTCHA_SITE_KEY: 'site-key',
  PORT: '4600',
}

function shown(config: Config): Record<string, ShownSetting> {
  const settings = listSettings(config, content).flatMap((group) => group.settings)
  return Object.fromEntries(settings.map((setting) => [setting.name, setting]))
}

test('every setting of the environment is listed once, with its origin: given, default, derived or not there', () => {
  const groups = listSettings(loadConfig(given), content)
  expect(groups.at(-1)?.title).toBe('content/site.json')
  const names = groups.slice(0, -1).flatMap(({ settings }) => settings.map(({ name }) => name))
  expect(names.toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted())
  expect(SETTING_NAMES.toSorted()).toEqual(names.toSorted())
  const settings = shown(loadConfig(given))
  const origins = (...asked: string[]) => asked.map((name) => settings[name]?.origin)
  expect(origins('PORT', 'HOST', 'PUBLIC_URL', 'OPERATOR_EMAIL')).toEqual([
    'environment',
    'default',
    'derived',
    'none',
  ])
  expect(settings['PORT']?.value).toBe('4600')
  expect(settings['PUBLIC_URL']?.value).toBe('http://localhost:4600')
})

test('no part of a secret or a password is shown, only that it is there and a fingerprint that tells values apart', () => {
  const settings = shown(loadConfig(given))
  const text = JSON.stringify(settings)
  for (const part of [
    'k3Jq9Z',
    'dbPw',
    'smtpPw9',
    'sk_test_51',
    '51Hq2KcV8mTz"',
    'whsec',
    'captchaPw',
  ]) {
    const isPublic = part === '51Hq2KcV8mTz"'
    expect([part, text.split(part).length - 1]).toEqual([part, isPublic ? 1 : 0])
  }
  expect(settings['SECRET_KEY']).toMatchObject({
    ...{ isSecret: true, value: null, origin: 'environment' },
    fingerprint: expect.stringMatching(/^[A-Za-z0-9]{8}$/),
  })
  expect(settings['DATABASE_URL']?.value).toBe('postgres://db.test:5432/shop')
  expect(settings['SMTP_URL']?.value).toBe('smtps://mail.test:465')
  const names = Object.keys(environmentSchema.shape).filter((name) =>
    /SECRET|PASSWORD|TOKEN/.test(name),
  )
  for (const name of names) expect([name, settings[name]?.isSecret]).toEqual([name, true])
  const of = (change: object) => {
    const { STRIPE_SECRET_KEY: key } = shown(loadConfig({ ...given, ...change }))
    return key?.fingerprint
  }
  expect(of({})).toBe(of({}))
  expect(of({ STRIPE_SECRET_KEY: 'sk_test_another51Hq' })).not.toBe(of({}))
  expect(of({ SECRET_KEY: 'another0k3Jq9ZtW1xLr7PmVb5NcYf2HgD8' })).not.toBe(of({}))
})
