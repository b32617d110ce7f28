import type { SettingOrigin } from '#contract/console/settings/setting-origins.ts'
import { type Config, settingsFile } from '../../config/config.ts'
import { environmentSchema, isSettingName } from '../../config/environment.ts'
import type { Content } from '../../site/content/load-content.ts'
import { deriveSecret } from '../../config/secrets.ts'
import { settingGroups } from './setting-facts.ts'

export interface ShownSetting {
  name: string
  meaning: string
  isSecret: boolean
  /** Null: nothing is in force, or it is a secret. */
  value: string | null
  /**
   * Of a secret: equal on nodes with an equal value and an equal SECRET_KEY, from which alone it cannot be told;
   * null: it is not there.
   */
  fingerprint: string | null
  origin: SettingOrigin
}

const FINGERPRINT_LENGTH = 8

interface SettingGroup {
  title: string
  settings: ShownSetting[]
}

/** All settings as they are in force, with where each comes from. */
export function listSettings(config: Config, { site }: Pick<Content, 'site'>): SettingGroup[] {
  return [...listEnvironment(config), listContentSettings(site)]
}

function listEnvironment(config: Config): SettingGroup[] {
  const inFile = settingsFile()?.names ?? new Set()
  const defaults = environmentSchema.parse({})
  return settingGroups.map(({ title, settings }) => ({
    title,
    settings: settings.map(({ name, meaning, isSecret = false, value }) => {
      const inForce = textOf(value(config))
      const origin = (): SettingOrigin => {
        if (!isSettingName(name)) throw new Error(`no setting: ${name}`)
        if (config.given.includes(name)) return inFile.has(name) ? 'file' : 'environment'
        if (inForce === null) return 'none'
        if (defaults[name] !== undefined) return 'default'
        return isSecret ? 'made' : 'derived'
      }
      return {
        ...{ name, meaning, isSecret, origin: origin() },
        value: isSecret ? null : inForce,
        fingerprint: isSecret && inForce !== null ? fingerprintOf(config, name, inForce) : null,
      }
    }),
  }))
}

/** What of the operator's words other programs and the books depend on. */
function listContentSettings(site: Content['site']): SettingGroup {
  const gift = site.welcomeCredit
  const named: readonly [name: string, meaning: string, value: string | undefined][] = [
    ['name', '网站的名称，也在邮件和通知里', site.name],
    ['currency', '套餐的货币', site.currency],
    ['timeZone', '日期、每日额度和夜间任务的时区', site.timeZone],
    ['email', '顾客回复邮件时到哪里', site.email],
    ['welcomeCredit', '送给新用户多少，几天后到期', gift && `${gift.amount}，${gift.days} 天`],
  ]
  const settings = named.map(([name, meaning, value = null]) => ({
    ...{ name, meaning, value, isSecret: false, fingerprint: null },
    origin: value === null ? ('none' as const) : ('content' as const),
  }))
  return { title: 'content/site.json', settings }
}

function textOf(value: string | number | boolean | readonly string[] | null): string | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'object') return value.length === 0 ? null : value.join('、')
  return String(value)
}

function fingerprintOf({ secretKey }: Config, name: string, value: string): string {
  return deriveSecret(secretKey, `fingerprint of ${name}: ${value}`).slice(0, FINGERPRINT_LENGTH)
}
