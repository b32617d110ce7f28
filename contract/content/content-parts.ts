import * as z from 'zod/mini'

/** Field rules shared by the schemas of the operator's files. */

export const shortText = z.string().check(z.minLength(1), z.maxLength(400))
export const questionAndAnswer = z.strictObject({ question: shortText, answer: shortText })
export const toolIcon = z.enum(['chat', 'translate', 'pen', 'file', 'find', 'layers', 'scan'])

/** A file in the content folder. */
export const file = z
  .string()
  .check(z.regex(/^[\w-]+\.(svg|png|webp)$/, '应为 content 目录里的 .svg、.png 或 .webp 文件名'))
