import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

/** Settings that no production may keep: an example's or a too short secret. */
const PLACEHOLDER = /^(change-?me|secret|example|test|xxx+|your[-_].*)$/i

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')
const port = z.coerce.number().int().min(0).max(65_535)
const list = z.string().transform((value) => value.split(',').map((item) => item.trim()).filter(Boolean))

/** Every setting the process reads, in the order of `.env.example`. */
export const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().default('./data'),
  CONTENT_DIR: z.string().default('./content'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//).optional(),
  DATABASE_PREPARE: flag.default(true),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  SMTP_URL: z.string().regex(/^smtps?:\/\//).optional(),
  MAIL_FROM: z.string().optional(),
  PAYMENTS: z.enum(['sandbox', 'stripe']).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: list.optional(),
  STRIPE_API_BASE: z.url().optional(),
  SANDBOX_PORT: port.optional(),
  SANDBOX_PUBLIC_URL: z.url().optional(),
  CAPTCHA: z.enum(['altcha', 'turnstile', 'hcaptcha', 'recaptcha']).default('altcha'),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET_KEY: z.string().optional(),
  TRUST_PROXY: list.optional(),
  CORS_ORIGINS: list.optional(),
  COOKIE_DOMAIN: z.string().optional(),
  OPERATOR_EMAIL: z.email().optional(),
  SECRET_KEY: z.string().optional(),
  OPS_PORT: port.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** The settings as the rest of the program reads them; frozen. */
export interface Config {
  isProduction: boolean
  port: number
  host: string
  /** Origin under which visitors reach the site, without a trailing slash. */
  publicUrl: string
  dataDir: string
  contentDir: string
  /** null = the embedded database in dataDir. */
  databaseUrl: string | null
  databasePrepare: boolean
  databasePool: number
  /** smtpUrl null = mails are kept in dataDir/mail. */
  mail: { smtpUrl: string | null; from: string }
  payments: {
    provider: 'stripe' | 'sandbox'
    secretKey: string
    publishableKey: string
    /** Several while one is being rotated; empty = the webhook answers 503. */
    webhookSecrets: readonly string[]
    /** protocol://host:port the SDK speaks to; null = the provider's own. */
    apiBase: string | null
    /** Where the browser reaches the sandbox; null with Stripe. */
    sandboxUrl: string | null
    livemode: boolean
  }
  captcha: { provider: 'altcha' | 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string; secretKey: string }
  /** Addresses and ranges whose X-Forwarded-For counts. */
  trustProxy: readonly string[]
  corsOrigins: readonly string[]
  cookieDomain: string | null
  /** Root of the derived keys for sessions, csrf, codes and pepper. */
  secretKey: string
  operatorEmail: string | null
  opsPort: number | null
  logLevel: string
}
