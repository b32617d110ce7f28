import { isLinkablePage } from '#contract/addresses.ts'
import type { SiteContent } from '#contract/content/content.ts'
import type { OperatorContext } from '../operator.ts'

/** For the help of the commands. */
export const FOREIGN_LINK_NOTE =
  '链接通往别的网站（不是本站、AI 工具站，也不是 site.json 里写着的网址）时，在控制台要另一位所有者或财务签字，没有这样的同事时才不用；所有者都会收到邮件。'

/**
 * The host of a link that leads to no page of the shop, nor to its tools, and is no address of `site.json`; null for
 * another link or none. Of `site.json` whole addresses count: many chats and stores are at the host of one's own.
 */
export function foreignHost(
  { config, content: { site } }: Pick<OperatorContext, 'config' | 'content'>,
  linkUrl: string | null,
): string | null {
  if (linkUrl === null) return null
  const parse = (address: string) => URL.parse(address, config.publicUrl)
  const link = parse(linkUrl)
  if (link === null) return linkUrl
  if (link.origin === parse('/')?.origin) {
    // an address of single sign-on leads on to wherever an application was registered for
    return isLinkablePage(link.pathname) ? null : link.host + link.pathname
  }
  const tools = [site.toolsUrl, ...(config.tools ? [config.tools.publicUrl] : [])]
  const isKnown =
    tools.some((address) => parse(address)?.origin === link.origin) ||
    namedAddresses(site).some((address) => parse(address)?.href === link.href)
  return isKnown ? null : link.host
}

function namedAddresses({
  support,
  downloads,
  icp,
  termsUrl,
  privacyUrl,
  refundUrl,
}: SiteContent): string[] {
  return [
    ...support.map((entry) => (entry.kind === 'qr' ? entry.text : entry.url)),
    ...downloads.map(({ url }) => url),
    ...(icp ? [icp.url] : []),
    ...[termsUrl, privacyUrl, refundUrl],
  ]
}
