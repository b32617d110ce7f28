import { email } from '#contract/fields.ts'
import { wrongUsage } from './exit.ts'

/** How the console asks for a value; absent: a line of text. */
export type Field =
  | { kind: 'email' }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'choice'; words: readonly string[]; labels?: Readonly<Record<string, string>> }
  | { kind: 'switch' }
  /** Several of the words, separated by commas. */
  | { kind: 'choices'; words: readonly string[]; labels: Readonly<Record<string, string>> }
  /** Not shown while it is typed, and not in the audit log. */
  | { kind: 'secret' }
  /** The id of a PDF that the console has uploaded. */
  | { kind: 'upload' }

/** An argument (by its place) or an option (by its name) of a command. */
export interface Parameter<Value> {
  /** What stands for the value in the usage line; null for a switch. */
  value: string | null
  help: string
  isRequired: boolean
  /** Of an optional one that some cases need: when it may be left out, a clause. */
  optionalWhen?: string
  field?: Field
  /** The field's label; absent: `value`. */
  label?: string
  /** The audit log leaves it out: it keeps no address of a user, because the account may be closed later. */
  isPersonal?: true
  /** The console does not ask for it. */
  isForPrograms?: true
  /** The command line does not know it. */
  isForConsole?: true
  /** Undefined when it was not given. Throws wrongUsage, whose sentence follows the parameter's name. */
  read(given: string | undefined): Value
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>

export type ValuesOf<Given extends Parameters> = {
  [Name in keyof Given]: ReturnType<Given[Name]['read']>
}

/** The options that the command line knows, by name. */
export function terminalOptions(options: Parameters): Parameters {
  return Object.fromEntries(Object.entries(options).filter(([, { isForConsole }]) => !isForConsole))
}

const LONGEST_TEXT = 500

function textOf(given: string): string {
  const text = given.trim()
  if (text === '') throw wrongUsage('不能为空')
  if (text.length > LONGEST_TEXT) throw wrongUsage(`最多 ${LONGEST_TEXT} 个字`)
  const isShown = !/[\p{Cc}\p{Bidi_Control}]/u.test(text) && text.isWellFormed()
  if (!isShown) throw wrongUsage('含有不可见的控制字符')
  return text
}

export function requiredText(value: string, help: string): Parameter<string> {
  return {
    value,
    help,
    isRequired: true,
    read(given) {
      if (given === undefined) throw wrongUsage('必须填写')
      return textOf(given)
    },
  }
}

export function optionalText(value: string, help: string): Parameter<string | null> {
  return {
    value,
    help,
    isRequired: false,
    read: (given) => (given === undefined ? null : textOf(given)),
  }
}

export function flag(help: string): Parameter<boolean> {
  return {
    value: null,
    help,
    isRequired: false,
    field: { kind: 'switch' },
    read: (given) => given !== undefined,
  }
}

/** A whole number between the two. */
export function wholeNumber<Absent>(
  value: string,
  help: string,
  { min, max, absent }: { min: number; max: number; absent: Absent },
): Parameter<number | Absent> {
  return {
    value,
    help,
    isRequired: false,
    field: { kind: 'number', min, max },
    read(given) {
      if (given === undefined) return absent
      const number = Number(given)
      if (!/^\d{1,15}$/.test(given) || number < min || number > max) {
        throw wrongUsage(`应为 ${min}–${max} 的整数`)
      }
      return number
    },
  }
}

/** An e-mail address. */
export function emailAddress(value: string, help: string): Parameter<string> {
  return {
    value,
    help,
    isRequired: true,
    field: { kind: 'email' },
    read(given) {
      const parsed = email.safeParse(given ?? '')
      if (!parsed.success) throw wrongUsage('应为邮箱地址')
      return parsed.data
    },
  }
}

interface Choice<Word extends string> {
  label: string
  help: string
  words: readonly Word[]
  labels: Readonly<Record<Word, string>>
}

/** One of some words. */
export function choice<Word extends string>(of: Choice<Word>): Parameter<Word> {
  const { label, help, words, labels } = of
  return {
    value: words.join('|'),
    label,
    help,
    isRequired: true,
    field: { kind: 'choice', words, labels },
    read(given) {
      const word = words.find((each) => each === given)
      if (word === undefined) throw wrongUsage(`应为 ${words.join('、')} 之一`)
      return word
    },
  }
}

export function optionalChoice<Word extends string>(of: Choice<Word>): Parameter<Word | undefined> {
  const { read, ...parameter } = choice(of)
  return {
    ...parameter,
    isRequired: false,
    read: (given) => (given === undefined ? undefined : read(given)),
  }
}

/** Any of these words, separated by commas; all of them when absent. */
export function someOfWords<const Words extends readonly string[]>(
  words: Words,
  labels: Readonly<Record<Words[number], string>>,
  help: string,
): Parameter<readonly Words[number][]> {
  return {
    value: words.join(','),
    help,
    isRequired: false,
    field: { kind: 'choices', words, labels },
    read(given) {
      if (given === undefined) return words
      const named = given.split(',').map((part) => part.trim())
      if (named.some((name) => !words.includes(name))) {
        throw wrongUsage(`应为 ${words.join('、')} 中的几个，用逗号分隔`)
      }
      return words.filter((word) => named.includes(word))
    },
  }
}

/** The parameter's value is a secret: see `withoutSecrets`. */
export function secret<Value>(parameter: Parameter<Value>): Parameter<Value> {
  return { ...parameter, field: { kind: 'secret' } }
}

/** In the audit log in place of a secret. */
const HIDDEN = '（不记录）'

/** What was given, for the audit log: no secrets, and nothing that names a user. */
export function withoutSecrets(
  parameters: Parameters,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => parameters[name]?.isPersonal !== true)
      .map(([name, value]) => [name, parameters[name]?.field?.kind === 'secret' ? HIDDEN : value]),
  )
}
