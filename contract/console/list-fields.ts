import * as z from 'zod/mini'
import { queryInteger } from '../fields.ts'

/** Fields that the lists of the console share. An empty text filters nothing. */

const LONGEST = 254

export const filterText = z.optional(
  z.string().check(z.trim(), z.maxLength(LONGEST, `筛选内容最多 ${LONGEST} 个字`)),
)

/** `next` of the page before. */
export const beforeId = z.optional(z.uuid('翻页位置不正确，请从第一页看起'))

export const pageLimit = z._default(queryInteger(1, 100), 50)

/** A day in the shop's time zone. */
export const day = z.optional(z.iso.date('日期应为 2026-08-01 这样的形式'))

/** An id that somebody pasted, such as an order number. */
export function reference(what: string) {
  return z
    .string()
    .check(z.trim(), z.minLength(1, `请输入${what}`), z.maxLength(LONGEST, `${what}过长`))
}

/** Null: the last page. */
export const next = z.nullable(z.string())
