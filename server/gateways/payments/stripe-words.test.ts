import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SERVER = fileURLToPath(new URL('../..', import.meta.url))

/** Event names, statuses, the signature header and the formats of keys, secrets and client secrets. */
const STRIPE_WORDS =
  /payment_intent\.[a-z]|\bcharge\.(refunded|dispute)|\brefund\.(created|updated|failed)|requires_(payment_method|confirmation|capture)|stripe-signature|[`'"]_secret_|whsec_\.|[sp]k_(test|live)_\$/

test('event names, statuses and secret formats of Stripe stand in gateways alone', () => {
  const files = globSync('**/*.ts', { cwd: SERVER }).filter(
    (file) => !/^(gateways|testing)\//.test(file) && !file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    readFileSync(`${SERVER}/${file}`, 'utf8')
      .split('\n')
      .flatMap((line, index) => (STRIPE_WORDS.test(line) ? [`${file}:${index + 1} ${line}`] : [])),
  )
  expect(found).toEqual([])
})
