import { isIP } from 'node:net'
import { z } from 'zod'
import { PAYMENT_METHODS } from '#contract/shapes.ts'

const port = z.coerce
  .number('应为 1–65535 的端口号')
  .int('应为整数')
  .min(1, '应为 1–65535 的端口号')
  .max(65_535, '应为 1–65535 的端口号')

/** `scheme://host[:port]` and nothing behind it. */
const origin = z.string().transform((value, context) => {
  const url = URL.parse(value)
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  if (isOrigin && !url.username) return url.origin
  context.addIssue('应为 http(s)://主机[:端口]，后面不带路径')
  return z.NEVER
})

const flag = z.enum(['true', 'false'], '应为 true 或 false').transform((value) => value === 'true')

function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, `应为 ${values.join('、')} 之一`)
}

function startingWith(pattern: RegExp, example: string) {
  return z.string().regex(pattern, `应以 ${example} 开头`)
}

function listOf<Item extends z.ZodType<unknown, string>>(item: Item) {
  return z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item))
}

const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isAddressRange(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const longest = isIP(address) === 6 ? 128 : 32
  if (isIP(address) === 0 || rest.length > 0) return NAMED_RANGES.has(value)
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
}

/** Every setting that the process reads, in the order of `.env.example`. */
export const environment = z.object({
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: origin.optional(),
  API_BASE: origin.optional(),
  DATA_DIR: z.string().default('./data'),
  CONTENT_DIR: z.string().default('./content'),
  SECRET_KEY: z.string().optional(),
  DATABASE_URL: startingWith(/^postgres(ql)?:\/\/./, 'postgres://').optional(),
  DATABASE_PREPARE: flag.default(true),
  DATABASE_POOL: z.coerce
    .number('应为 1–200 的整数')
    .int('应为整数')
    .min(1, '应为 1–200 的整数')
    .max(200, '应为 1–200 的整数')
    .default(10),
  SMTP_URL: startingWith(/^smtps?:\/\/./, 'smtp:// 或 smtps://').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>@\s]+@[^<>@\s]+$|<[^<>@\s]+@[^<>@\s]+>$/, '应为邮箱地址，或“名称 <邮箱地址>”')
    .optional(),
  PAYMENTS: oneOf(['sandbox', 'stripe']).optional(),
  PAYMENT_METHODS: listOf(oneOf(PAYMENT_METHODS))
    .refine((methods) => methods.length > 0, '至少写一种支付方式')
    .optional(),
  STRIPE_SECRET_KEY: startingWith(/^(sk|rk)_(test|live)_./, 'sk_test_ 或 sk_live_').optional(),
  STRIPE_PUBLISHABLE_KEY: startingWith(/^pk_(test|live)_./, 'pk_test_ 或 pk_live_').optional(),
  STRIPE_WEBHOOK_SECRET: listOf(startingWith(/^whsec_./, 'whsec_')).optional(),
  STRIPE_API_BASE: origin.optional(),
  SANDBOX_PORT: port.optional(),
  SANDBOX_PUBLIC_URL: origin.optional(),
  CAPTCHA: oneOf(['altcha', 'turnstile', 'hcaptcha', 'recaptcha']).default('altcha'),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET_KEY: z.string().optional(),
  TRUST_PROXY: listOf(
    z
      .string()
      .refine(isAddressRange, '应为 IP、CIDR 网段或 loopback，用逗号分隔')
      .refine((range) => !/\/0+$/.test(range), '不能写所有地址：那样谁都可以冒充别人的 IP'),
  ).optional(),
  CORS_ORIGINS: listOf(origin).optional(),
  COOKIE_DOMAIN: z
    .string()
    .regex(/^\.?([a-z0-9-]+\.)+[a-z0-9-]+$/i, '应为域名，例如 example.com')
    .optional(),
  OPERATOR_EMAIL: z.email('应为邮箱地址').optional(),
  OPS_PORT: port.optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
})

export type Environment = z.output<typeof environment>
export type SettingName = keyof Environment

export interface Reading {
  settings: Environment
  /** What is wrong with a setting, by its name. */
  problems: Map<SettingName, string>
}

/** Settings that do not fit are left out of the result, so that the others can still be checked together. */
export function readSettings(variables: Record<string, string | undefined>): Reading {
  const present = Object.fromEntries(
    Object.keys(environment.shape)
      .map((name) => [name, variables[name]?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(present)
  const problems = new Map<SettingName, string>()
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [name] = path
    if (isSettingName(name)) {
      problems.set(name, message)
      delete present[name]
    }
  }
  return { settings: parsed.data ?? environment.parse(present), problems }
}

function isSettingName(name: PropertyKey | undefined): name is SettingName {
  return name !== undefined && Object.hasOwn(environment.shape, name)
}
