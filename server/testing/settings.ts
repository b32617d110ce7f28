import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, loadConfig } from '../config/config.ts'

export const RANDOM_KEY = 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe'

/** All that production requires. */
export const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.test',
  SECRET_KEY: RANDOM_KEY,
  DATABASE_URL: 'postgres://shop:pw@db.test/shop',
  SMTP_URL: 'smtp://mail.test:587',
  MAIL_FROM: '星桥 <no-reply@shop.test>',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_51Hq2KcV8mTz',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51Hq2KcV8mTz',
  STRIPE_WEBHOOK_SECRET: 'whsec_oldOne7k,whsec_newOne9m',
}

export function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

/** The problems that `loadConfig` names. */
export function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    loadConfig(variables)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}
