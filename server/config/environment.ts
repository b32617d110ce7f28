import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { CONSOLE_PARTS } from '#contract/console/shapes.ts'
import { PAYMENT_METHODS } from '#contract/shapes.ts'
import { STRIPE_KEY_FORMATS } from '../gateways/payments/stripe-keys.ts'

function integer(least: number, most: number, sentence: string) {
  return z.coerce
    .number(sentence)
    .check(z.int('应为整数'), z.minimum(least, sentence), z.maximum(most, sentence))
}

const port = integer(1, 65_535, '应为 1–65535 的端口号')

/** `scheme://host[:port]` without a path. */
const origin = z.pipe(
  z.string().check(z.refine(isOrigin, '应为 http(s)://主机[:端口]，后面不带路径')),
  z.transform((value) => new URL(value).origin),
)

function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  if (url === null || url.username !== '') return false
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
}

/** Whether the driver can decode user, password and database name. */
function canDecode(value: string): boolean {
  const url = URL.parse(value)
  if (url === null) return false
  try {
    return [url.username, url.password, url.pathname].every((part) => decodeURI(part) !== undefined)
  } catch {
    return false
  }
}

const databaseAddress = startingWith(/^postgres(ql)?:\/\/./, 'postgres://').check(
  z.refine(
    canDecode,
    '应为 postgres://用户:密码@主机:端口/库，密码里的 @ : / # % 等字符要写成 %40 %3A %2F %23 %25',
  ),
)

const flag = z.pipe(
  z.enum(['true', 'false'], '应为 true 或 false'),
  z.transform((value) => value === 'true'),
)

function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, `应为 ${values.join('、')} 之一`)
}

function startingWith(pattern: RegExp, example: string) {
  return z.string().check(z.regex(pattern, `应以 ${example} 开头`))
}

function listOf<Item extends z.ZodMiniType<unknown, string>>(item: Item) {
  const parts = z.transform((value: string) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  return z.pipe(z.pipe(z.string(), parts), z.array(item))
}

const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** The widest that proxies stand in: 10.0.0.0/8 and fc00::/7. Parts of the internet as a whole are wider. */
function isOfOneNetwork(range: string): boolean {
  const [address = '', bits] = range.split('/')
  if (bits === undefined) return true
  if (isMapped(address)) return Number(bits) - 96 >= 8
  return Number(bits) >= (isIP(address) === 6 ? 7 : 8)
}

/** Whether an IPv6 address stands for one of IPv4, as `::ffff:10.0.0.1` does: its last 32 bits are that one. */
function isMapped(address: string): boolean {
  return /^\[::ffff:[\da-f]+:[\da-f]+\]$/.test(URL.parse(`http://[${address}]`)?.hostname ?? '')
}

function isAddressRange(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const longest = isIP(address) === 6 ? 128 : 32
  if (isIP(address) === 0 || rest.length > 0) return NAMED_RANGES.has(value)
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
}

/** Every setting that the process reads, in the order of `.env.example`. */
export const environmentSchema = z.object({
  NODE_ENV: z._default(oneOf(['development', 'production', 'test']), 'development'),
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(origin),
  API_BASE: z.optional(origin),
  DATA_DIR: z._default(z.string(), './data'),
  CONTENT_DIR: z._default(z.string(), './content'),
  SECRET_KEY: z.optional(z.string()),
  DATABASE_URL: z.optional(databaseAddress),
  EMBEDDED_DATABASE: z.optional(z.literal('allow', '只能写 allow')),
  DATABASE_PREPARE: z._default(flag, true),
  DATABASE_POOL: z._default(integer(1, 200, '应为 1–200 的整数'), 10),
  LIMITS_FACTOR: z._default(integer(1, 10, '应为 1–10 的整数'), 1),
  SMTP_URL: z.optional(startingWith(/^smtps?:\/\/./, 'smtp:// 或 smtps://')),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[^<>@\s]+@[^<>@\s]+$|<[^<>@\s]+@[^<>@\s]+>$/,
          '应为邮箱地址，或“名称 <邮箱地址>”',
        ),
      ),
  ),
  PAYMENTS: z.optional(oneOf(['sandbox', 'stripe'])),
  PAYMENT_METHODS: z.optional(
    listOf(oneOf(PAYMENT_METHODS)).check(
      z.refine((methods) => methods.length > 0, '至少写一种支付方式'),
    ),
  ),
  STRIPE_SECRET_KEY: z.optional(startingWith(STRIPE_KEY_FORMATS.secretKey, 'sk_test_ 或 sk_live_')),
  STRIPE_PUBLISHABLE_KEY: z.optional(
    startingWith(STRIPE_KEY_FORMATS.publishableKey, 'pk_test_ 或 pk_live_'),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    listOf(startingWith(STRIPE_KEY_FORMATS.webhookSecret, 'whsec_')),
  ),
  STRIPE_API_BASE: z.optional(origin),
  SANDBOX_PORT: z.optional(port),
  SANDBOX_PUBLIC_URL: z.optional(origin),
  TOOLS_SITE: z.optional(oneOf(['demo', 'none'])),
  TOOLS_PORT: z.optional(port),
  TOOLS_PUBLIC_URL: z.optional(origin),
  AI_BASE_URL: z.optional(z.string()),
  AI_API_KEY: z.optional(z.string()),
  MODELS: z.optional(z.string()),
  CONSOLE: z.optional(oneOf(['on', 'none'])),
  CONSOLE_PORT: z.optional(port),
  CONSOLE_HOST: z._default(z.string(), '127.0.0.1'),
  CONSOLE_URL: z.optional(origin),
  CONSOLE_DAILY_REFUNDS: z._default(integer(0, 1_000_000_000, '应为整数'), 2_000),
  CONSOLE_DAILY_CREDIT: z._default(integer(0, 1_000_000_000, '应为整数'), 100_000),
  CONSOLE_WITHOUT: z.optional(listOf(oneOf(CONSOLE_PARTS))),
  CAPTCHA: z._default(oneOf(['altcha', 'turnstile', 'hcaptcha', 'recaptcha']), 'altcha'),
  CAPTCHA_SITE_KEY: z.optional(z.string()),
  CAPTCHA_SECRET_KEY: z.optional(z.string()),
  TRUST_PROXY: z.optional(
    listOf(
      z
        .string()
        .check(
          z.refine(isAddressRange, '应为 IP、CIDR 网段或 loopback，用逗号分隔'),
          z.refine(isOfOneNetwork, '网段太大：那样谁都可以冒充别人的 IP，请只写代理的地址'),
        ),
    ),
  ),
  HSTS_SUBDOMAINS: z._default(flag, false),
  CORS_ORIGINS: z.optional(listOf(origin)),
  WEBHOOK_PRIVATE_HOSTS: z.optional(
    listOf(
      z.string().check(z.regex(/^[a-z0-9.:-]+$/, '应为小写的主机名或 IP，不带协议、端口和路径')),
    ),
  ),
  PUSH_HOSTS: z.optional(
    listOf(
      z.string().check(z.regex(/^[a-z0-9.:-]+$/, '应为小写的主机名或 IP，不带协议、端口和路径')),
    ),
  ),
  COOKIE_DOMAIN: z.optional(
    z.string().check(z.regex(/^\.?([a-z0-9-]+\.)+[a-z0-9-]+$/i, '应为域名，例如 example.com')),
  ),
  OPERATOR_EMAIL: z.optional(z.email('应为邮箱地址')),
  OPS_PORT: z.optional(port),
  OPS_HOST: z._default(z.string(), '127.0.0.1'),
  LOG_LEVEL: z.optional(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])),
})

export type Environment = z.output<typeof environmentSchema>
export type SettingName = keyof Environment

export interface ReadSettings {
  settings: Environment
  /** Those that have a value, whether valid or not. */
  given: SettingName[]
  /** The problem of each invalid setting, by its name. */
  problems: Map<SettingName, string>
}

/** Reads the variables. Invalid settings are left out of `settings`, so that the others can still be checked together. */
export function readSettings(variables: Record<string, string | undefined>): ReadSettings {
  const present = Object.fromEntries(
    Object.keys(environmentSchema.shape)
      .map((name) => [name, variables[name]?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const given = Object.keys(present).filter(isSettingName)
  const parsed = environmentSchema.safeParse(present)
  const problems = new Map<SettingName, string>()
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [name] = path
    if (isSettingName(name)) {
      problems.set(name, message)
      delete present[name]
    }
  }
  return { settings: parsed.data ?? environmentSchema.parse(present), given, problems }
}

export function isSettingName(name: PropertyKey | undefined): name is SettingName {
  return name !== undefined && Object.hasOwn(environmentSchema.shape, name)
}
