import { styleText } from 'node:util'
import type { SiteContent } from '#contract/content/content.ts'
import type { Config } from '../../config/config.ts'
import { shortPath } from './short-path.ts'
import type { StartWarning } from './checks/start-warnings.ts'

interface StartReport {
  startMs: number
  missingPictures: string | null
  /** One-time link of the console's first owner; null when there is one. */
  ownerLink: string | null
  warnings: readonly StartWarning[]
}

/** Renders the lines that the terminal shows after a start. */
export function renderBanner(
  { name, toolsLabel }: Pick<SiteContent, 'name' | 'toolsLabel'>,
  config: Config,
  { startMs, missingPictures, ownerLink, warnings }: StartReport,
): string {
  const { publicUrl, dataDir, mail, payments } = config
  const link = (address: string) => styleText('cyan', address)
  const quiet = (text: string) => styleText('gray', text)
  const rows: [label: string, value: string, remark?: string][] = [
    ['网站', link(publicUrl)],
    ...(config.tools === null
      ? []
      : [[toolsLabel, link(config.tools.publicUrl)] satisfies [string, string]]),
    ...consoleRows(config, ownerLink, link),
    mail.smtpUrl === null
      ? ['邮件', link(`${publicUrl}/dev/mail`), '验证码等邮件都在这里']
      : ['邮件', new URL(mail.smtpUrl).host],
    ...paymentRows(payments, link),
    ...(missingPictures === null
      ? []
      : [['分享图', styleText('yellow', missingPictures)] satisfies [string, string]]),
    ...warnings.map(({ text }): [string, string] => ['注意', styleText('yellow', text)]),
    ['数据', shortPath(dataDir), '删除这个目录即从头开始'],
  ]
  const lines = rows.map(
    ([label, value, remark]) =>
      `  ${label.padEnd(4, '　')}  ${value}${remark ? quiet(`  ${remark}`) : ''}`,
  )
  const title = `${styleText('bold', name)} 已就绪，用时 ${(startMs / 1_000).toFixed(1)} 秒`
  return ['', `  ${title}`, '', ...lines, '', quiet('  按 Ctrl+C 停止'), '', ''].join('\n')
}

function consoleRows(
  { console: settings }: Config,
  ownerLink: string | null,
  link: (address: string) => string,
): [string, string, string?][] {
  if (settings === null) return []
  if (ownerLink === null) return [['控制台', link(settings.url)]]
  return [
    ['控制台', link(settings.url), '先打开下面的链接，成为首位所有者；只能用一次，24 小时内有效'],
    ['', link(ownerLink)],
  ]
}

function paymentRows(
  { provider, sandboxUrl, livemode }: Config['payments'],
  link: (address: string) => string,
): [string, string, string?][] {
  if (provider === 'stripe')
    return [['支付', 'Stripe', livemode ? '真实收款' : '测试密钥，不会收款']]
  return [
    ['支付沙箱', link(sandboxUrl ?? ''), '测试卡，不会收款'],
    ['', '4242 4242 4242 4242', '支付成功（有效期填将来的月份，安全码任意三位）'],
    ['', '4000 0000 0000 0002', '银行拒绝'],
    ['', '4000 0025 0000 3155', '需要 3-D Secure 验证'],
  ]
}
