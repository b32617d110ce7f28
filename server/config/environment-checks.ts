import { isIP } from 'node:net'
import type { Environment, SettingName } from './environment.ts'
import { isLiveKey } from '../gateways/payments/stripe-keys.ts'
import { secretKeysOf } from '../http/keys.ts'
import { isLoopback } from '../lib/loopback.ts'

/** Secrets from examples, and ones that are easy to guess. */
const PLACEHOLDER = /change-?me|your[-_]|example|placeholder|password|secret|x{4}|^(.)\1+$/i
const SECRET_MIN = 32
const SECRETS_MAX = 3
/** A key with fewer different characters is not random. */
const SECRET_VARIETY = 12

const STRIPE_NEEDS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const

/** Checks rules between settings; returns at most one sentence per setting, none for a setting that is invalid by itself. */
export function findSettingConflicts(
  settings: Environment,
  isWrong: (name: SettingName) => boolean,
): string[] {
  const found = new Map<SettingName, string>()
  const requireThat: RequireThat = (name, holds, sentence) => {
    if (!holds && !isWrong(name) && !found.has(name)) found.set(name, sentence)
  }
  checkSecretKey(settings, requireThat)
  checkPayments(settings, requireThat)
  checkOperationsPort(settings, requireThat)
  checkTools(settings, requireThat)
  checkConsole(settings, requireThat)
  if (settings.CAPTCHA !== 'altcha') {
    for (const name of ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET_KEY'] as const) {
      requireThat(name, settings[name] !== undefined, `CAPTCHA=${settings.CAPTCHA} 时必须填写`)
    }
  }
  if (settings.NODE_ENV === 'production') checkProduction(settings, requireThat)
  else checkPrivacy(settings, requireThat)
  return [...found].map(([name, sentence]) => `${name}：${sentence}`)
}

/** The port of a sandbox that this process starts; null when it starts none. */
export function sandboxPortOf(settings: Environment): number | null {
  if (settings.PAYMENTS === 'stripe' || settings.STRIPE_API_BASE !== undefined) return null
  return settings.SANDBOX_PORT ?? settings.PORT + 1
}

/** The port of the demo's tools site; null when none is started. */
export function toolsPortOf(settings: Environment): number | null {
  const { NODE_ENV, PORT, TOOLS_SITE = NODE_ENV === 'development' ? 'demo' : 'none' } = settings
  if (NODE_ENV === 'production' || TOOLS_SITE === 'none') return null
  return settings.TOOLS_PORT ?? PORT + 2
}

/** The port of the operator's console; null when it is off. In production it is on where a port is named. */
export function consolePortOf(settings: Environment): number | null {
  const { NODE_ENV, PORT, CONSOLE_PORT } = settings
  const isOn = CONSOLE_PORT !== undefined || NODE_ENV === 'development'
  const { CONSOLE = isOn ? 'on' : 'none' } = settings
  return CONSOLE === 'none' ? null : (CONSOLE_PORT ?? PORT + 3)
}

type RequireThat = (name: SettingName, holds: boolean, sentence: string) => void

function checkSecretKey({ SECRET_KEY: key }: Environment, requireThat: RequireThat): void {
  if (key === undefined) return
  const keys = secretKeysOf(key)
  const isSample = keys.some((each) => PLACEHOLDER.test(each))
  requireThat('SECRET_KEY', !isSample, '看起来是示例值，请换成随机生成的密钥')
  requireThat(
    'SECRET_KEY',
    keys.every((each) => each.length >= SECRET_MIN && new Set(each).size >= SECRET_VARIETY),
    `至少 ${SECRET_MIN} 个随机字符，可用 openssl rand -base64 48 生成；更换时写“新的,旧的”，逗号两边不要有空格`,
  )
  const isDifferent = new Set(keys).size === keys.length
  requireThat(
    'SECRET_KEY',
    isDifferent && keys.length <= SECRETS_MAX,
    `最多 ${SECRETS_MAX} 个不同的密钥`,
  )
}

function checkPayments(settings: Environment, requireThat: RequireThat): void {
  if (settings.PAYMENTS === 'stripe') {
    for (const name of STRIPE_NEEDS) {
      const value = settings[name]
      requireThat(name, value !== undefined && value.length > 0, 'PAYMENTS=stripe 时必须填写')
      const isExample = PLACEHOLDER.test(String(value).replace(/^[a-z]+_(test_|live_)?/, ''))
      requireThat(name, !isExample, '看起来是示例值，请填 Stripe 后台的真实密钥')
    }
    const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = settings
    requireThat(
      'STRIPE_API_BASE',
      settings.STRIPE_API_BASE === undefined || !isLiveKey(secret ?? ''),
      'live 密钥只能发给 Stripe 自己：真实收款时请去掉这个设置',
    )
    const sameMode = !secret || !publishable || isLiveKey(secret) === isLiveKey(publishable)
    requireThat(
      'STRIPE_PUBLISHABLE_KEY',
      sameMode,
      '与 STRIPE_SECRET_KEY 的模式（test／live）不一致',
    )
    return
  }
  const isLive = isLiveKey(settings.STRIPE_SECRET_KEY ?? '')
  requireThat('STRIPE_SECRET_KEY', !isLive, '沙箱支付不能使用 live 密钥；收款请设 PAYMENTS=stripe')
  const isUndecided = settings.PAYMENTS === undefined && settings.STRIPE_SECRET_KEY !== undefined
  requireThat('PAYMENTS', !isUndecided, '已填写 Stripe 密钥，请写明 stripe 或 sandbox')
  const isReachable =
    !settings.PUBLIC_URL?.startsWith('https:') ||
    settings.SANDBOX_PUBLIC_URL?.startsWith('https:') === true ||
    settings.STRIPE_API_BASE?.startsWith('https:') === true
  requireThat(
    'SANDBOX_PUBLIC_URL',
    isReachable,
    'https 站点的浏览器只能访问 https 的沙箱，请填写其地址',
  )
  const port = sandboxPortOf(settings)
  const isFree = port === null || (port !== settings.PORT && port <= 65_535)
  requireThat('SANDBOX_PORT', isFree, '与 PORT 冲突，请换一个端口')
}

function checkTools(settings: Environment, requireThat: RequireThat): void {
  const port = toolsPortOf(settings)
  const taken = [settings.PORT, sandboxPortOf(settings), settings.OPS_PORT]
  const isFree = port === null || (port <= 65_535 && !taken.includes(port))
  requireThat('TOOLS_PORT', isFree, '与别的端口冲突，请换一个，或写 TOOLS_SITE=none')
  const isReachable =
    port === null ||
    !settings.PUBLIC_URL?.startsWith('https:') ||
    settings.TOOLS_PUBLIC_URL?.startsWith('https:') === true
  requireThat(
    'TOOLS_PUBLIC_URL',
    isReachable,
    'https 站点的浏览器只能登录到 https 的工具网站，请填写其地址，或写 TOOLS_SITE=none',
  )
}

function checkConsole(settings: Environment, requireThat: RequireThat): void {
  const port = consolePortOf(settings)
  if (port === null) return
  const taken = [settings.PORT, sandboxPortOf(settings), toolsPortOf(settings), settings.OPS_PORT]
  const isFree = port <= 65_535 && !taken.includes(port)
  requireThat('CONSOLE_PORT', isFree, '与别的端口冲突，请换一个，或写 CONSOLE=none')
  const { CONSOLE_URL, NODE_ENV } = settings
  requireThat(
    'CONSOLE_URL',
    NODE_ENV !== 'production' || CONSOLE_URL !== undefined,
    `开了控制台就必须填写，例如 https://console.example.com；用 ssh -L ${port}:localhost:${port} 访问时写 http://localhost:${port}`,
  )
  const url = URL.parse(CONSOLE_URL ?? '')
  if (url === null) return
  const isSafe = url.protocol === 'https:' || url.hostname === 'localhost'
  requireThat('CONSOLE_URL', isSafe, '必须是 https，或者 http://localhost')
  const isName = isIP(url.hostname.replaceAll(/[[\]]/g, '')) === 0
  requireThat('CONSOLE_URL', isName, '不能是 IP 地址：通行密钥只认域名或 localhost')
  const isApart = url.origin !== URL.parse(settings.PUBLIC_URL ?? '')?.origin
  requireThat('CONSOLE_URL', isApart, '不能与网站（PUBLIC_URL）相同：控制台要有自己的地址')
}

function checkOperationsPort(settings: Environment, requireThat: RequireThat): void {
  const { OPS_PORT: port, PORT } = settings
  if (port === undefined) return
  requireThat('OPS_PORT', port !== PORT, `网站已经用了端口 ${port}（PORT），请换一个端口`)
  const isFree = port !== sandboxPortOf(settings)
  requireThat('OPS_PORT', isFree, `支付沙箱已经用了端口 ${port}（SANDBOX_PORT），请换一个端口`)
}

/** Outside production anybody who reaches the shop reads its mails, and with them codes and links. */
function checkPrivacy({ HOST, PUBLIC_URL }: Environment, requireThat: RequireThat): void {
  const advice =
    '测试邮箱等开发工具会被别人看到：请设 NODE_ENV=production，只在这台机器上用就去掉它'
  requireThat('HOST', isLoopback(HOST), `别的机器也能打开，却不是生产环境，${advice}`)
  requireThat(
    'PUBLIC_URL',
    PUBLIC_URL?.startsWith('https:') !== true,
    `https 的网站是给访客的，却不是生产环境，${advice}`,
  )
}

function checkProduction(settings: Environment, requireThat: RequireThat): void {
  requireThat(
    'SECRET_KEY',
    settings.SECRET_KEY !== undefined,
    '生产环境必须填写，至少 32 个随机字符',
  )
  requireThat(
    'PUBLIC_URL',
    settings.PUBLIC_URL !== undefined,
    '生产环境必须填写，例如 https://www.example.com',
  )
  const hasDatabase = settings.DATABASE_URL !== undefined || settings.EMBEDDED_DATABASE === 'allow'
  requireThat(
    'DATABASE_URL',
    hasDatabase,
    '生产环境必须填写，例如 postgres://用户:密码@主机:5432/库；确实要用内置数据库（数据只在这台机器的 DATA_DIR 里），请设 EMBEDDED_DATABASE=allow',
  )
  requireThat(
    'SMTP_URL',
    settings.SMTP_URL !== undefined,
    '生产环境必须填写，否则验证码邮件无法送达',
  )
  requireThat(
    'PUSH_HOSTS',
    settings.PUSH_HOSTS === undefined,
    '只用于开发和测试：生产环境的通知只能发到各服务自己的地址',
  )
  requireThat('MAIL_FROM', settings.MAIL_FROM !== undefined, '生产环境必须填写发件地址')
  requireThat(
    'PAYMENTS',
    settings.PAYMENTS !== undefined,
    '生产环境必须写明 stripe（收款）或 sandbox（测试模式）',
  )
  const url = URL.parse(settings.PUBLIC_URL ?? '')
  const keepsSession = !url || url.protocol === 'https:' || isLoopback(url.hostname)
  requireThat('PUBLIC_URL', keepsSession, '必须是 https，否则浏览器不保存登录状态')
}
