import * as z from 'zod/mini'
import { queryInteger } from '../fields.ts'

/** What applications send. Its messages are read by their developers. */

const AMOUNT_MAX = 1_000_000_000_000
const DAY_S = 24 * 60 * 60
const REASON_MAX = 200
const USAGE_FIELDS = 16
const LABELS_MAX = 32
const LABEL_MAX = 20

export const uuid = z
  .string()
  .check(
    z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, '编号格式不正确'),
    z.toLowerCase(),
  )

export const spentAmount = z
  .int('数量须为整数')
  .check(z.gte(1, '数量最少为 1'), z.lte(AMOUNT_MAX, `数量最多为 ${AMOUNT_MAX}`))

/** Shown to the customer as it is: no breaks, nothing that turns the direction of text. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u
/** Not the letters and symbols that are drawn as blanks. */
const VISIBLE = /(?![\u115F\u1160\u2800\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u

export const reason = z
  .string('请说明原因')
  .check(
    z.minLength(1, '请说明原因'),
    z.maxLength(REASON_MAX, `原因最多 ${REASON_MAX} 个字符`),
    z.regex(ONE_LINE, '原因不能包含控制字符'),
    z.regex(VISIBLE, '原因须有可见的字符'),
  )

/** Seconds. */
export const expiresIn = z
  .int('秒数须为整数')
  .check(z.gte(1, '秒数最少为 1'), z.lte(DAY_S, `秒数最多为 ${DAY_S}`))

const usageName = z
  .string()
  .check(z.regex(/^[a-z_]{1,32}$/, '用量的名称须为 1 到 32 个小写字母或下划线'))

const WRONG_USAGE = '用量须为数字或最多 200 个字符的文本，不能包含控制字符'

/** What was measured, by name; shown to the customer as it is. */
export const usage = z
  .record(
    usageName,
    z.union(
      [
        z.number(WRONG_USAGE),
        z.string(WRONG_USAGE).check(z.maxLength(200, WRONG_USAGE), z.regex(ONE_LINE, WRONG_USAGE)),
      ],
      WRONG_USAGE,
    ),
    {
      error: ({ code }) =>
        code === 'invalid_type' ? '用量须为对象，例如 {"characters": 4200}' : undefined,
    },
  )
  .check(
    z.refine((fields) => Object.keys(fields).length <= USAGE_FIELDS, `用量最多 ${USAGE_FIELDS} 项`),
  )

const WRONG_LABEL = `显示的文字须为 1 到 ${LABEL_MAX} 个字符，不能包含控制字符`

/** What customers read for names of usage, in this order. */
export const usageLabels = z
  .array(
    z.strictObject({
      name: usageName,
      label: z
        .string(WRONG_LABEL)
        .check(
          z.minLength(1, WRONG_LABEL),
          z.maxLength(LABEL_MAX, WRONG_LABEL),
          z.regex(ONE_LINE, WRONG_LABEL),
          z.regex(VISIBLE, WRONG_LABEL),
        ),
    }),
    '请给出 labels，例如 [{"name": "characters", "label": "字数"}]',
  )
  .check(
    z.maxLength(LABELS_MAX, `最多 ${LABELS_MAX} 个名称`),
    z.refine(
      (labels) =>
        [labels.map(({ name }) => name), labels.map(({ label }) => label)].every(
          (texts) => new Set(texts).size === labels.length,
        ),
      '同一个名称、同一个文字只能出现一次',
    ),
  )
export type UsageLabel = z.output<typeof usageLabels>[number]

/** `2026-08-01`, of the site's time zone. */
export const day = z.iso
  .date('日期须写成 2026-08-01')
  .check(z.regex(/^2[01]/, '日期须在 2000 到 2199 年之间'))

/** Opaque: what the page before gave as `next`. */
export const cursor = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/, '游标不正确'))

/** A customer's API key as an application received it. */
export const apiKey = z.string().check(z.minLength(1, '请输入密钥'), z.maxLength(200, '密钥过长'))

export const pageSize = z._default(queryInteger(1, 100), 20)
