import * as z from 'zod/mini'

z.config(z.locales.zhCN())
const text = z.string().check(z.minLength(1))

/** Everything that can be set, by environment variables alone; an empty variable is an absent one. */
const settings = z.object({
  TOOLS_PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), 3002),
  TOOLS_HOST: z._default(text, '127.0.0.1'),
  /** Where browsers reach this site; by default localhost and the port. */
  TOOLS_PUBLIC_URL: z.optional(z.url()),
  TOOLS_NAME: z._default(text, 'AI 工具'),
  /** Where browsers and this program reach the shop. */
  SHOP_URL: z.url(),
  SHOP_NAME: z._default(text, '商店'),
  CREDIT_UNIT: z._default(text, '积分'),
  CLIENT_ID: text,
  CLIENT_SECRET: text,
  APP_KEY: text.check(z.startsWith('app_')),
})

export interface ToolsConfig {
  port: number
  host: string
  publicUrl: string
  name: string
  shop: { url: string; name: string; creditUnit: string }
  clientId: string
  clientSecret: string
  appKey: string
}

/** Throws an error that lists what is wrong. */
export function readConfig(environment: Record<string, string | undefined>): ToolsConfig {
  const given = settings.safeParse(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
  )
  if (!given.success) throw new Error(z.prettifyError(given.error))
  const env = given.data
  return {
    port: env.TOOLS_PORT,
    host: env.TOOLS_HOST,
    publicUrl: new URL(env.TOOLS_PUBLIC_URL ?? `http://localhost:${env.TOOLS_PORT}`).origin,
    name: env.TOOLS_NAME,
    shop: { url: new URL(env.SHOP_URL).origin, name: env.SHOP_NAME, creditUnit: env.CREDIT_UNIT },
    clientId: env.CLIENT_ID,
    clientSecret: env.CLIENT_SECRET,
    appKey: env.APP_KEY,
  }
}
