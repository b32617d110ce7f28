import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { ConsolePart } from '#contract/console/shapes.ts'
import type { PaymentMethodType } from '#contract/shapes.ts'
import { type Environment, readSettings, type SettingName } from './environment.ts'
import { consolePortOf, findSettingConflicts, toolsPortOf } from './environment-checks.ts'
import { deriveSecret, readOrCreateSecret } from './secrets.ts'
import { readSecretFiles } from './secret-files.ts'
import { readTextFile } from '../lib/text-file.ts'
import { findUnknownSettings, unknownSettingText } from './unknown-settings.ts'
import { createSandboxKeys, isLiveKey } from '../gateways/payments/stripe-keys.ts'

/** The settings as the rest of the program reads them; frozen. */
export interface Config {
  /** The settings that were given; the others have their defaults. */
  given: readonly SettingName[]
  isProduction: boolean
  port: number
  host: string
  /** Address for programs on this machine, protocol://host:port. */
  ownUrl: string
  /** Origin under which visitors reach the site, without a trailing slash. */
  publicUrl: string
  /** Cookies travel without Secure: in development the shop is at http://localhost. */
  hasPlainCookies: boolean
  /** Origin of the API as the browser calls it; '' = the page's own. */
  apiBase: string
  dataDir: string
  contentDir: string
  /** null = the embedded database in dataDir. */
  databaseUrl: string | null
  databasePrepare: boolean
  databasePool: number
  /** What statements, locks and connections may take, and how many files are exported at once, times this. */
  limitsFactor: number
  /** smtpUrl null = mails are kept in dataDir/mail. */
  mail: { smtpUrl: string | null; from: string }
  payments: {
    provider: 'stripe' | 'sandbox'
    secretKey: string
    publishableKey: string
    /** Enabled payment methods, in display order. */
    methods: readonly PaymentMethodType[]
    /** Several during a rotation; empty = the webhook answers 503. */
    webhookSecrets: readonly string[]
    /** protocol://host:port of the provider's API; null = Stripe's own. */
    apiBase: string | null
    /** The sandbox's address for browsers; null with Stripe. */
    sandboxUrl: string | null
    /** Port of the sandbox that this process starts; null = none or one that runs elsewhere. */
    sandboxPort: number | null
    livemode: boolean
  }
  /** The demo's tools site that this process starts; null = none. */
  tools: { port: number; publicUrl: string; clientSecret: string; appKey: string } | null
  /** Settings of the tools site alone, which reads and checks them itself. */
  toolsEnvironment: Pick<Environment, 'AI_BASE_URL' | 'AI_API_KEY' | 'MODELS'>
  /** The operator's console; null = off. `url` is its origin, without a trailing slash. */
  console: {
    port: number
    host: string
    url: string
    /** Beyond it an action of the console waits for a second signature: whole units of the currency, and credit. */
    daily: { refunds: number; credit: number }
    /** Parts that the operator has switched off. */
    without: readonly ConsolePart[]
  } | null
  captcha: {
    provider: 'altcha' | 'turnstile' | 'hcaptcha' | 'recaptcha'
    siteKey: string
    secretKey: string
  }
  /** Addresses and ranges of proxies whose X-Forwarded-For is trusted. */
  trustProxy: readonly string[]
  /** Whether HSTS covers the names below that of publicUrl, too. */
  hstsSubdomains: boolean
  corsOrigins: readonly string[]
  /** Hosts in private networks that messages to applications may go to. */
  webhookPrivateHosts: readonly string[]
  /** Hosts that stand in for chat robots; empty in production. */
  pushStandIns: readonly string[]
  cookieDomain: string | null
  /** Root of the derived keys for csrf, codes, captcha and pepper. */
  secretKey: string
  operatorEmail: string | null
  /** null = no operations port. */
  opsPort: number | null
  opsHost: string
  logLevel: string
}

/** The address that is bound for `localhost`; browsers try it after ::1. */
const LOOPBACK = '127.0.0.1'

/** Invalid settings, with every problem in a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`配置有 ${problems.length} 处问题：\n${problems.map((line) => `  - ${line}`).join('\n')}`)
    this.problems = problems
  }
}

/** Whether the shop stores data in DATA_DIR that it needs; the cache of pages does not count. */
export function needsDataFolder({
  databaseUrl,
  mail,
  payments,
}: Pick<Config, 'databaseUrl' | 'mail' | 'payments'>): boolean {
  return databaseUrl === null || mail.smtpUrl === null || payments.sandboxPort !== null
}

/**
 * The variables of the process's environment and, for those not set there, of `.env` in the working directory; secrets
 * in files are read.
 */
export function processEnvironment(): Record<string, string | undefined> {
  const file = readTextFile(resolve('.env'))
  if (file !== null && 'reason' in file) throw new ConfigError([`.env：${file.reason}`])
  const given = { ...(file !== null && parseEnv(file.text)), ...process.env }
  const { variables, problems } = readSecretFiles(given)
  if (problems.length > 0) throw new ConfigError(problems)
  return variables
}

/** `.env` in the working directory: the names that it gives a value, and when it was last changed; null without one. */
export function settingsFile(): { names: ReadonlySet<string>; changedAt: Date } | null {
  const path = resolve('.env')
  const file = readTextFile(path)
  if (file === null || 'reason' in file) return null
  // a variable of the process wins
  const names = Object.keys(parseEnv(file.text)).filter((name) => process.env[name] === undefined)
  return { names: new Set(names), changedAt: statSync(path).mtime }
}

/** Whether Node was told to accept any certificate. */
export function acceptsAnyCertificate(
  variables: Record<string, string | undefined> = process.env,
): boolean {
  return variables['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
}

/**
 * Reads and checks all settings; throws ConfigError with every problem. Outside production a missing SECRET_KEY is
 * created once and stored in DATA_DIR.
 */
export function loadConfig(variables: Record<string, string | undefined>): Config {
  const { settings, given, problems } = readSettings(variables)
  const all = [
    ...[...problems].map(([name, problem]) => `${name}：${problem}`),
    ...findSettingConflicts(settings, (name) => problems.has(name)),
    ...(settings.NODE_ENV === 'production' && acceptsAnyCertificate(variables)
      ? ['NODE_TLS_REJECT_UNAUTHORIZED：写 0 会接受任何证书，连接可以被人冒充：生产环境请去掉它']
      : []),
  ]
  // a missing setting may be there under a misspelt name
  if (all.length > 0)
    throw new ConfigError([...all, ...findUnknownSettings(variables).map(unknownSettingText)])
  return deepFreeze({ given, ...toConfig(settings) })
}

function toConfig(settings: Environment): Omit<Config, 'given'> {
  const isProduction = settings.NODE_ENV === 'production'
  const dataDir = resolve(settings.DATA_DIR)
  const host = settings.HOST === 'localhost' ? LOOPBACK : settings.HOST
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  const secretKey = settings.SECRET_KEY ?? readOrCreateSecret(dataDir, 'secret-key')
  return {
    isProduction,
    port: settings.PORT,
    host,
    ownUrl: addressOf(host, settings.PORT),
    publicUrl,
    hasPlainCookies: settings.NODE_ENV === 'development' && publicUrl.startsWith('http:'),
    apiBase: settings.API_BASE ?? '',
    dataDir,
    contentDir: resolve(settings.CONTENT_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePrepare: settings.DATABASE_PREPARE,
    databasePool: settings.DATABASE_POOL,
    limitsFactor: settings.LIMITS_FACTOR,
    mail: {
      smtpUrl: settings.SMTP_URL ?? null,
      from: settings.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    },
    payments: toPayments(settings, { secretKey, host, publicUrl }),
    tools: toTools(settings, { secretKey, publicUrl }),
    toolsEnvironment: {
      AI_BASE_URL: settings.AI_BASE_URL,
      AI_API_KEY: settings.AI_API_KEY,
      MODELS: settings.MODELS,
    },
    console: toConsole(settings),
    captcha: {
      provider: settings.CAPTCHA,
      siteKey: settings.CAPTCHA_SITE_KEY ?? '',
      secretKey: settings.CAPTCHA_SECRET_KEY ?? '',
    },
    trustProxy: settings.TRUST_PROXY ?? [],
    hstsSubdomains: settings.HSTS_SUBDOMAINS,
    corsOrigins: settings.CORS_ORIGINS ?? [],
    webhookPrivateHosts: settings.WEBHOOK_PRIVATE_HOSTS ?? [],
    pushStandIns: settings.PUSH_HOSTS ?? [],
    cookieDomain: settings.COOKIE_DOMAIN ?? null,
    secretKey,
    operatorEmail: settings.OPERATOR_EMAIL ?? null,
    opsPort: settings.OPS_PORT ?? null,
    opsHost: settings.OPS_HOST,
    logLevel: settings.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
  }
}

/** The sandbox has every method; Chinese buyers look for their wallets first. */
const DEMO_METHODS: readonly PaymentMethodType[] = ['alipay', 'wechat_pay', 'card']

function toPayments(
  settings: Environment,
  { secretKey, host, publicUrl }: Pick<Config, 'secretKey' | 'host' | 'publicUrl'>,
): Config['payments'] {
  const apiBase = settings.STRIPE_API_BASE ?? null
  if (settings.PAYMENTS === 'stripe') {
    const key = settings.STRIPE_SECRET_KEY ?? ''
    // other methods must first be enabled at Stripe
    const methods = [...new Set(settings.PAYMENT_METHODS ?? ['card' as const])]
    return {
      provider: 'stripe',
      secretKey: key,
      publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
      methods,
      webhookSecrets: settings.STRIPE_WEBHOOK_SECRET ?? [],
      apiBase,
      sandboxUrl: null,
      sandboxPort: null,
      livemode: isLiveKey(key),
    }
  }
  const methods = [...new Set(settings.PAYMENT_METHODS ?? DEMO_METHODS)]
  const port = settings.SANDBOX_PORT ?? settings.PORT + 1
  const keys = createSandboxKeys((purpose) => deriveSecret(secretKey, `sandbox ${purpose}`))
  return {
    provider: 'sandbox',
    secretKey: settings.STRIPE_SECRET_KEY ?? keys.secretKey,
    publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? keys.publishableKey,
    methods,
    webhookSecrets: settings.STRIPE_WEBHOOK_SECRET ?? [keys.webhookSecret],
    apiBase: apiBase ?? addressOf(host, port),
    // the host of the site: a device that reaches the site also reaches the sandbox
    sandboxUrl:
      settings.SANDBOX_PUBLIC_URL ?? apiBase ?? `http://${new URL(publicUrl).hostname}:${port}`,
    sandboxPort: apiBase === null ? port : null,
    livemode: false,
  }
}

function toTools(
  settings: Environment,
  { secretKey, publicUrl }: Pick<Config, 'secretKey' | 'publicUrl'>,
): Config['tools'] {
  const port = toolsPortOf(settings)
  if (port === null) return null
  // the host of the site: a device that reaches the site also reaches the tools
  const address = settings.TOOLS_PUBLIC_URL ?? `http://${new URL(publicUrl).hostname}:${port}`
  return {
    port,
    publicUrl: address,
    clientSecret: deriveSecret(secretKey, 'tools client'),
    appKey: `app_${deriveSecret(secretKey, 'tools key')}`,
  }
}

function toConsole(settings: Environment): Config['console'] {
  const port = consolePortOf(settings)
  if (port === null) return null
  const { CONSOLE_HOST: host, CONSOLE_URL: url = `http://localhost:${port}` } = settings
  const { CONSOLE_DAILY_REFUNDS: refunds, CONSOLE_DAILY_CREDIT: credit } = settings
  const daily = { refunds, credit }
  const without = settings.CONSOLE_WITHOUT ?? []
  return { port, host: host === 'localhost' ? LOOPBACK : host, url, daily, without }
}

/** The URL for a listener; one on all addresses is reached through loopback. */
function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://${LOOPBACK}:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) deepFreeze(part)
  }
  return Object.freeze(value)
}
