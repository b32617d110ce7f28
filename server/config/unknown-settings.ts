import { environmentSchema } from './environment.ts'

const NAMES = Object.keys(environmentSchema.shape)
/** Prefixes of the shop's settings that other programs do not use; they do use NODE_ and PUBLIC_. */
const PREFIXES =
  /^(STRIPE|SMTP|MAIL|DATABASE|EMBEDDED|SANDBOX|TOOLS|PAYMENTS?|CAPTCHA|TRUST|CORS|PUSH|OPS)_/
/** How many typing errors may lie between a variable and a setting; fewer for short names, which resemble each other. */
const MAX_ERRORS = { inShort: 1, inLong: 2 }
const LONG_NAME = 8

export interface UnknownSetting {
  name: string
  /** The setting that the variable probably means; null when none resembles it. */
  meant: string | null
}

/** Finds variables that look like misspelt settings. */
export function findUnknownSettings(
  variables: Record<string, string | undefined>,
): UnknownSetting[] {
  return Object.keys(variables)
    .filter((name) => !NAMES.includes(name) && variables[name]?.trim())
    .flatMap((name) => {
      const meant = findNearestSetting(name)
      return meant !== null || PREFIXES.test(name.toUpperCase()) ? [{ name, meant }] : []
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** A sentence for the operator. */
export function unknownSettingText({ name, meant }: UnknownSetting): string {
  const advice = meant === null ? '：全部设置见 .env.example' : `：是不是 ${meant}？`
  return `没有 ${name} 这个设置，写了也不起作用${advice}`
}

function findNearestSetting(name: string): string | null {
  const written = name.toUpperCase().replaceAll('-', '_')
  const most = written.length < LONG_NAME ? MAX_ERRORS.inShort : MAX_ERRORS.inLong
  const [best] = NAMES.map((known) => ({ known, errors: countTypingErrors(written, known) }))
    .filter(({ errors }) => errors <= most)
    .toSorted((one, other) => one.errors - other.errors)
  return best?.known ?? null
}

/** The number of inserted, deleted, replaced and swapped letters (optimal string alignment distance). */
function countTypingErrors(one: string, other: string): number {
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
