import { isLoopback } from '../../lib/loopback.ts'
import { AddressRefused, requireAllowedAddress } from '../../applications/webhooks/check-address.ts'
import type { Config } from '../../config/config.ts'
import { wrongUsage } from '../exit.ts'

/** An address of an application. Throws wrongUsage unless it is https, or outside production on this machine. */
export function readApplicationUrl(
  option: string,
  text: string,
  { isProduction }: { isProduction: boolean },
): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw wrongUsage(`--${option} 应为完整的网址，例如 https://tools.example.com/callback`)
  }
  if (url.username !== '' || url.password !== '') {
    throw wrongUsage(`--${option} 的网址里不能写用户名和密码`)
  }
  if (url.hash !== '') throw wrongUsage(`--${option} 的网址不能带 # 和后面的内容`)
  if (url.protocol === 'http:' && isProduction) {
    throw wrongUsage(`--${option} 在生产环境应以 https:// 开头`)
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw wrongUsage(`--${option} 应以 https:// 开头，只有本机（http://localhost）可以不加密`)
  }
  return text
}

/** Such addresses, separated by commas. */
export function readApplicationUrls(
  option: string,
  text: string,
  config: { isProduction: boolean },
): string[] {
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter(Boolean).map((part) => readApplicationUrl(option, part, config))
}

/** An address that the shop posts to: a private one has to be listed in WEBHOOK_PRIVATE_HOSTS. */
export function readReceiverUrl(
  option: string,
  text: string,
  { isProduction, webhookPrivateHosts: privateHosts }: Config,
): string {
  const url = readApplicationUrl(option, text, { isProduction })
  try {
    requireAllowedAddress(new URL(url), { isProduction, privateHosts })
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    throw wrongUsage(`--${option} 指向内网地址：请换成外网地址，或把它写进 WEBHOOK_PRIVATE_HOSTS`)
  }
  return url
}
