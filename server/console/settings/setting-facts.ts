import type { Config } from '../../config/config.ts'
import type { SettingName } from '../../config/environment.ts'

interface SettingFacts {
  /** One sentence. */
  meaning: string
  /** Never shown, nor any part of it. */
  isSecret?: true
  /** What is in force; null: nothing. */
  value: (config: Config) => string | number | boolean | readonly string[] | null
}

type Group<Names extends SettingName> = Readonly<Record<Names, SettingFacts>>

const siteSettings = {
  NODE_ENV: {
    meaning: '生产环境里设置不全或密钥太弱就不启动',
    value: ({ isProduction }) => (isProduction ? 'production' : 'development'),
  },
  PORT: { meaning: '网站的端口', value: ({ port }) => port },
  HOST: { meaning: '网站在哪个地址上接受连接', value: ({ host }) => host },
  PUBLIC_URL: {
    meaning: '访客打开网站的地址，邮件和付款回到这里',
    value: (config) => config.publicUrl,
  },
  API_BASE: {
    meaning: '浏览器调用接口的地址，不设则与网站相同',
    value: (config) => config.apiBase || null,
  },
  DATA_DIR: { meaning: '内置数据库、邮件和生成的密钥放在哪里', value: ({ dataDir }) => dataDir },
  CONTENT_DIR: { meaning: '文字、价格和图片放在哪里', value: ({ contentDir }) => contentDir },
  SECRET_KEY: {
    meaning: '密码、验证码和加密的根密钥，换了之后所有密码失效',
    isSecret: true,
    value: ({ secretKey }) => secretKey,
  },
  TRUST_PROXY: { meaning: '哪些代理报告的访客地址可信', value: (config) => config.trustProxy },
  HSTS_SUBDOMAINS: {
    meaning: '浏览器是否对下级域名也只用 https',
    value: ({ hstsSubdomains }) => hstsSubdomains,
  },
  CORS_ORIGINS: {
    meaning: '还有哪些网站可以带登录状态调用接口',
    value: (config) => config.corsOrigins,
  },
  COOKIE_DOMAIN: {
    meaning: '接口有自己的域名时，Cookie 所属的域名',
    value: (config) => config.cookieDomain,
  },
  CAPTCHA: { meaning: '用哪一种人机验证', value: ({ captcha }) => captcha.provider },
  CAPTCHA_SITE_KEY: {
    meaning: '外部人机验证的网站密钥，公开',
    value: ({ captcha }) => captcha.siteKey || null,
  },
  CAPTCHA_SECRET_KEY: {
    meaning: '外部人机验证的私密密钥',
    isSecret: true,
    value: ({ captcha }) => captcha.secretKey || null,
  },
} satisfies Partial<Group<SettingName>>

const databaseSettings = {
  DATABASE_URL: {
    meaning: 'PostgreSQL 的地址；不显示用户名和密码',
    value: ({ databaseUrl }) => databaseUrl && withoutCredentials(databaseUrl),
  },
  EMBEDDED_DATABASE: {
    meaning: '生产环境也可以用内置数据库',
    value: (config) => (config.given.includes('EMBEDDED_DATABASE') ? 'allow' : null),
  },
  DATABASE_PREPARE: {
    meaning: '预备语句；在 PgBouncer 的事务模式后面要关掉',
    value: (config) => config.databasePrepare,
  },
  DATABASE_POOL: {
    meaning: '每个进程最多用几个数据库连接',
    value: (config) => config.databasePool,
  },
  LIMITS_FACTOR: {
    meaning: '数据库等待时限和同时导出文件数的倍数',
    value: ({ limitsFactor }) => limitsFactor,
  },
} satisfies Partial<Group<SettingName>>

const mailSettings = {
  SMTP_URL: {
    meaning: '邮件服务器的地址；不显示用户名和密码',
    value: ({ mail }) => mail.smtpUrl && withoutCredentials(mail.smtpUrl),
  },
  MAIL_FROM: { meaning: '邮件的发件人', value: ({ mail }) => mail.from },
  OPERATOR_EMAIL: {
    meaning: '告警还发给谁；更多的渠道在“通知”里',
    value: (config) => config.operatorEmail,
  },
} satisfies Partial<Group<SettingName>>

const paymentSettings = {
  PAYMENTS: {
    meaning: 'stripe 真实收款，sandbox 用支付沙箱',
    value: ({ payments }) => payments.provider,
  },
  PAYMENT_METHODS: {
    meaning: '顾客可以用的支付方式，按显示的顺序',
    value: ({ payments }) => payments.methods,
  },
  STRIPE_SECRET_KEY: {
    meaning: 'Stripe 的私密密钥',
    isSecret: true,
    value: ({ payments }) => payments.secretKey,
  },
  STRIPE_PUBLISHABLE_KEY: {
    meaning: 'Stripe 的公开密钥，浏览器看得到',
    value: ({ payments }) => payments.publishableKey || null,
  },
  STRIPE_WEBHOOK_SECRET: {
    meaning: '支付通知的签名密钥，更换时可以有几个',
    isSecret: true,
    value: ({ payments }) => payments.webhookSecrets.join(',') || null,
  },
  STRIPE_API_BASE: {
    meaning: '支付接口的地址，不设则是 Stripe 自己',
    value: ({ payments }) => payments.apiBase,
  },
  SANDBOX_PORT: { meaning: '支付沙箱的端口', value: ({ payments }) => payments.sandboxPort },
  SANDBOX_PUBLIC_URL: {
    meaning: '浏览器打开支付沙箱的地址',
    value: ({ payments }) => payments.sandboxUrl,
  },
} satisfies Partial<Group<SettingName>>

const applicationSettings = {
  TOOLS_SITE: {
    meaning: '演示用的 AI 工具网站是否一起运行',
    value: ({ tools }) => (tools ? 'demo' : 'none'),
  },
  TOOLS_PORT: { meaning: '演示工具网站的端口', value: ({ tools }) => tools?.port ?? null },
  TOOLS_PUBLIC_URL: {
    meaning: '浏览器打开演示工具网站的地址',
    value: ({ tools }) => tools?.publicUrl ?? null,
  },
  AI_BASE_URL: {
    meaning: '演示工具网站的模型服务，不填时由替身回答',
    value: ({ toolsEnvironment }) => toolsEnvironment.AI_BASE_URL ?? null,
  },
  AI_API_KEY: {
    meaning: '模型服务的密钥',
    isSecret: true,
    value: ({ toolsEnvironment }) => toolsEnvironment.AI_API_KEY ?? null,
  },
  MODELS: {
    meaning: '客户可用的模型与价格的文件',
    value: ({ toolsEnvironment }) => toolsEnvironment.MODELS ?? null,
  },
  WEBHOOK_PRIVATE_HOSTS: {
    meaning: '发给应用的消息可以送到哪些内网主机',
    value: (config) => config.webhookPrivateHosts,
  },
} satisfies Partial<Group<SettingName>>

const operationSettings = {
  CONSOLE: { meaning: '是否开控制台', value: (config) => (config.console ? 'on' : 'none') },
  CONSOLE_PORT: { meaning: '控制台的端口', value: (config) => config.console?.port ?? null },
  CONSOLE_HOST: {
    meaning: '控制台在哪个地址上接受连接',
    value: (config) => config.console?.host ?? null,
  },
  CONSOLE_URL: { meaning: '控制台自己的地址', value: (config) => config.console?.url ?? null },
  CONSOLE_DAILY_REFUNDS: {
    meaning: '一位同事每天能退多少，超出的要第二签字；货币的整数单位',
    value: (config) => config.console?.daily.refunds ?? null,
  },
  CONSOLE_DAILY_CREDIT: {
    meaning: '一位同事每天能调整多少积分，超出的要第二签字',
    value: (config) => config.console?.daily.credit ?? null,
  },
  CONSOLE_WITHOUT: {
    meaning: '控制台里关闭的部分',
    value: (config) => config.console?.without ?? null,
  },
  PUSH_HOSTS: {
    meaning: '开发时可以代替聊天机器人的主机，生产环境不能设置',
    value: (config) => config.pushStandIns,
  },
  OPS_PORT: { meaning: '监控指标（/metrics）的端口', value: (config) => config.opsPort },
  OPS_HOST: { meaning: '监控指标在哪个地址上接受连接', value: (config) => config.opsHost },
  LOG_LEVEL: { meaning: '日志写到多细', value: (config) => config.logLevel },
} satisfies Partial<Group<SettingName>>

/** Every setting; TypeScript refuses the list when one of the environment is missing. */
const ALL: Group<SettingName> = {
  ...siteSettings,
  ...databaseSettings,
  ...mailSettings,
  ...paymentSettings,
  ...applicationSettings,
  ...operationSettings,
}

/** The settings under headings, in the order in which they are shown. */
export const settingGroups: readonly {
  title: string
  settings: readonly (SettingFacts & { name: string })[]
}[] = [
  { title: '网站', settings: named(siteSettings) },
  { title: '数据库', settings: named(databaseSettings) },
  { title: '邮件', settings: named(mailSettings) },
  { title: '支付', settings: named(paymentSettings) },
  { title: '应用', settings: named(applicationSettings) },
  { title: '控制台与运行', settings: named(operationSettings) },
]

function named(settings: Partial<Group<SettingName>>) {
  return Object.entries(settings).map(([name, facts]) => ({ name, ...facts }))
}

/** An address without what logs in there. */
function withoutCredentials(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}

export const SETTING_NAMES: readonly string[] = Object.keys(ALL)
