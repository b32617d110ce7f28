import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { type Model, readModels } from './chat/models.ts'
import type { Upstream } from './chat/upstream.ts'

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
  /** A server that speaks OpenAI's chat completions, with `/v1`; absent: a stand-in answers. */
  AI_BASE_URL: z.optional(z.url()),
  AI_API_KEY: z._default(text, 'none'),
  /** File of the models that customers may use, with their prices; absent: those of the stand-in. */
  MODELS: z.optional(text),
  /** Folder of the journal of chats, of this process alone; absent: a restart forgets what is not settled. */
  TOOLS_DATA: z.optional(text),
})

const STAND_IN_MODELS = fileURLToPath(new URL('chat/models.json', import.meta.url))

export interface ToolsConfig {
  port: number
  host: string
  publicUrl: string
  name: string
  shop: { url: string; name: string; creditUnit: string }
  clientId: string
  clientSecret: string
  appKey: string
  /** Null: the stand-in. */
  upstream: Upstream | null
  models: ReadonlyMap<string, Model>
  /** Null: nothing is kept. */
  dataDir: string | null
}

/** Throws an error that lists what is wrong. */
export function readConfig(environment: Record<string, string | undefined>): ToolsConfig {
  const given = settings.safeParse(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
  )
  if (!given.success) throw new Error(z.prettifyError(given.error))
  const env = given.data
  const { AI_BASE_URL: aiUrl, AI_API_KEY: key, MODELS: models } = env
  if (aiUrl !== undefined && models === undefined)
    throw new Error('MODELS：请写出模型与价格的文件，格式见 tools/chat/models.json')
  return {
    port: env.TOOLS_PORT,
    host: env.TOOLS_HOST,
    publicUrl: new URL(env.TOOLS_PUBLIC_URL ?? `http://localhost:${env.TOOLS_PORT}`).origin,
    name: env.TOOLS_NAME,
    shop: { url: new URL(env.SHOP_URL).origin, name: env.SHOP_NAME, creditUnit: env.CREDIT_UNIT },
    clientId: env.CLIENT_ID,
    clientSecret: env.CLIENT_SECRET,
    appKey: env.APP_KEY,
    upstream: aiUrl === undefined ? null : { url: aiUrl.replace(/\/+$/, ''), key },
    models: readModels(models ?? STAND_IN_MODELS),
    dataDir: env.TOOLS_DATA ?? null,
  }
}
