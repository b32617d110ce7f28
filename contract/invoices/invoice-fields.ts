import * as z from 'zod/mini'
import { email } from '../fields.ts'

/** What an invoice is made out to, as customers type it. */

export const INVOICE_STATES = [
  'requested',
  'issued',
  'rejected',
  'withdrawn',
  'reversal_due',
  'reversed',
] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

export const INVOICE_STATE_LABELS: Readonly<Record<InvoiceState, string>> = {
  requested: '待开',
  issued: '已开',
  rejected: '已拒',
  withdrawn: '已撤回',
  reversal_due: '需红冲',
  reversed: '已红冲',
}

export const TITLE_KINDS = ['company', 'person'] as const
export type TitleKind = (typeof TITLE_KINDS)[number]

export const TITLE_KIND_LABELS: Readonly<Record<TitleKind, string>> = {
  company: '单位',
  person: '个人',
}

/** Bytes of a PDF at most. */
export const INVOICE_FILE_MAX = 2_000_000

/** Digits and capitals of the unified social credit code (GB 32100-2015), by their value: I, O, S, V and Z are left out. */
const CODE_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CODE_LENGTH = 18

/** Whether the last character of an 18-character code fits the 17 before it: weights are the powers of 3 modulo 31. */
function hasRightCheckCharacter(code: string): boolean {
  const size = CODE_CHARACTERS.length
  let weight = 1
  let sum = 0
  for (const character of code.slice(0, CODE_LENGTH - 1)) {
    sum += CODE_CHARACTERS.indexOf(character) * weight
    weight = (weight * 3) % size
  }
  return code.at(-1) === CODE_CHARACTERS[(size - (sum % size)) % size]
}

/** The unified social credit code of a company or organisation; spaces, full-width and small letters are accepted. */
export const taxNumber = z.string().check(
  z.overwrite((text) => text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase()),
  z.minLength(1, '请输入税号'),
  z.regex(/^[0-9A-HJ-NP-RTUWXY]{18}$/, '税号为 18 位数字与大写字母（统一社会信用代码）'),
  z.refine((code) => hasRightCheckCharacter(code), '税号有误，请逐位核对'),
)

/** A company's full name or a person's name. */
const titleName = z.string().check(
  z.overwrite((text) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()),
  z.minLength(1, '请输入抬头'),
  z.maxLength(100, '抬头最多 100 个字符'),
  z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}<>]*$/u, '抬头不能包含特殊字符'),
  z.regex(/[\p{L}\p{N}]/u, '请输入抬头'),
  // it stands in mails of the shop
  z.regex(/^(?!.*(?:\/\/|www\.))/i, '抬头不能包含网址'),
)

/** The fields of a title: a company has a tax number, a person has none. */
export const titleFields = {
  company: { kind: z.literal('company'), name: titleName, taxNumber },
  person: { kind: z.literal('person'), name: titleName },
}

export const invoiceTitle = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({ ...titleFields.company, email }),
    z.strictObject({ ...titleFields.person, email }),
  ])
/** `email` is where the customer hears of the invoice. */
export type InvoiceTitle = z.output<ReturnType<typeof invoiceTitle>>
