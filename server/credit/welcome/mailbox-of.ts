/**
 * Providers whose domains lead to one mailbox: nobody else can have the same name at another domain of the row.
 *
 * Not here, because two people can have the same name there: qq.com and foxmail.com (a foxmail.com address is a name
 * that the owner of some QQ number has chosen), 163.com, 126.com and yeah.net, outlook.com, hotmail.com and live.com,
 * sina.com and sina.cn.
 */
const ONE_MAILBOX: readonly (readonly [main: string, ...others: string[]])[] = [
  ['gmail.com', 'googlemail.com'],
  ['icloud.com', 'me.com', 'mac.com'],
  ['proton.me', 'protonmail.com', 'pm.me'],
]
const MAIN_DOMAINS = new Map(
  ONE_MAILBOX.flatMap(([main, ...others]) => others.map((other) => [other, main] as const)),
)
/** Gmail delivers a name with and without dots to the same mailbox; for most other providers the dot is a part of the name. */
const WITHOUT_DOTS = new Set(['gmail.com'])

/**
 * One text for all addresses that lead to the same mailbox: in lower case, without the tag after a plus, the domain as
 * in the tables above. A plus is cut off at every domain: where it belongs to the name, its owner only misses a gift.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const written = email.slice(at + 1).toLowerCase()
  const domain = MAIN_DOMAINS.get(written) ?? written
  const name = email.slice(0, at).toLowerCase()
  // a plus at the beginning is no tag: without it there would be no name
  const [base = ''] = name.slice(1).split('+', 1)
  const untagged = name.slice(0, 1) + base
  return `${WITHOUT_DOTS.has(domain) ? untagged.replaceAll('.', '') : untagged}@${domain}`
}
