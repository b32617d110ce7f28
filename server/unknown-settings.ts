import { environmentSchema } from './environment.ts'

const NAMES = Object.keys(environmentSchema.shape)
/** What begins like these is meant for us; other programs use the rest, such as NODE_ and PUBLIC_. */
const PREFIXES = /^(STRIPE|SMTP|MAIL|DATABASE|EMBEDDED|SANDBOX|PAYMENTS?|CAPTCHA|TRUST|CORS|OPS)_/
/** A short name is one slip away from many others. */
const SLIPS = { inShort: 1, inLong: 2 }
const LONG = 8

export interface UnknownSetting {
  name: string
  /** The setting that is probably meant. */
  meant: string | null
}

/** Variables that look like ours and that nobody reads: a slip in a name would go unnoticed. */
export function findUnknownSettings(
  variables: Record<string, string | undefined>,
): UnknownSetting[] {
  return Object.keys(variables)
    .filter((name) => !NAMES.includes(name) && variables[name]?.trim())
    .flatMap((name) => {
      const meant = nearest(name)
      return meant !== null || PREFIXES.test(name.toUpperCase()) ? [{ name, meant }] : []
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** One sentence of it for the operator. */
export function unknownSettingText({ name, meant }: UnknownSetting): string {
  const advice = meant === null ? '：全部设置见 .env.example' : `：是不是 ${meant}？`
  return `没有 ${name} 这个设置，写了也不起作用${advice}`
}

function nearest(name: string): string | null {
  const written = name.toUpperCase().replaceAll('-', '_')
  const most = written.length < LONG ? SLIPS.inShort : SLIPS.inLong
  const [best] = NAMES.map((known) => ({ known, slips: slipsBetween(written, known) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((one, other) => one.slips - other.slips)
  return best?.known ?? null
}

/** Letters added, left out, exchanged for another or with their neighbour (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let y = 1; y <= one.length; y++) {
    const next = [y]
    for (let x = 1; x <= other.length; x++) {
      const isSame = one[y - 1] === other[x - 1]
      const isSwapped = one[y - 1] === other[x - 2] && one[y - 2] === other[x - 1]
      next.push(
        Math.min(
          row[x]! + 1,
          next[x - 1]! + 1,
          row[x - 1]! + (isSame ? 0 : 1),
          isSwapped && y > 1 && x > 1 ? before[x - 2]! + 1 : Infinity,
        ),
      )
    }
    before = row
    row = next
  }
  return row.at(-1)!
}
