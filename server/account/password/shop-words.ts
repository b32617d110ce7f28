import type { Deps } from '../../deps.ts'
import { passwordDigest } from './passwords.ts'

type Shop = Pick<Deps, 'content' | 'config'>

/** What people put before or behind a word, to make a password of it. */
const ADDITIONS = [
  ...['1', '12', '123', '1234', '12345', '123456', '12345678', '123456789', '1234567890'],
  ...['0', '00', '000', '01', '001', '111', '111111', '666', '666666', '888', '888888', '168'],
  ...['520', '521', '1314', '5201314', 'abc', 'a', 'qq', 'admin', 'password', 'mima', '密码'],
  ...['!', '!!', '@', '@123', '@1234', '@123456', '#123', '_123', '-123', '.123', '123!', '.com'],
  ...Array.from({ length: 16 }, (_, index) => String(2020 + index)),
]

/** Computed once for the content of a process. */
const digestsOf = new WeakMap<Shop['content'], ReadonlySet<string>>()

/** Whether the digest is that of a word about the shop, or of one with what people add to it. */
export function isShopPassword(shop: Shop, digest: string): boolean {
  let digests = digestsOf.get(shop.content)
  if (digests === undefined) {
    digests = new Set(listShopWords(shop).flatMap(passwordsFrom).map(passwordDigest))
    digestsOf.set(shop.content, digests)
  }
  return digests.has(digest)
}

/** Words that anybody reads on the site: names, company, host, and those of `passwordWords`; in lower case. */
function listShopWords({ content: { site }, config: { publicUrl } }: Shop): string[] {
  const { hostname } = new URL(publicUrl)
  const names = [site.name, site.company, site.toolsLabel, ...site.passwordWords]
  const phrases = names.flatMap((name) => {
    const parts = name.split(/[\s（）()·、，,.-]+/u)
    return [name, parts.join(''), ...parts]
  })
  const words = [...phrases, hostname, ...hostname.split('.'), site.email ?? '']
  return [...new Set(words.map((word) => word.trim().toLowerCase()))].filter(
    (word) => word.length > 1,
  )
}

function passwordsFrom(word: string): string[] {
  const forms = [word, word.toUpperCase(), word.slice(0, 1).toUpperCase() + word.slice(1)]
  return forms.flatMap((form) => [
    form,
    form + form,
    ...ADDITIONS.flatMap((addition) => [form + addition, addition + form]),
  ])
}
